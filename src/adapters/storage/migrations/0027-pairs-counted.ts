/** What each two models of a panel raised alike is counted too. Filled by a rebuild. */
export const pairsCounted: readonly string[] = ['delete from analytics_counts'];
