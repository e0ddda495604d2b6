/** The journal holds what its own rules forbid: a programming error or a damaged store, never a user's mistake. */
export class BrokenHistory extends Error {
  override readonly name = 'BrokenHistory';
}
