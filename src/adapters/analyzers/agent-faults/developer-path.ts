/** Scripts, tools and settings that only those run who develop the project. */
export function isOfDevelopers(path: string): boolean {
  return /(^|\/)(scripts?|tools?|examples?|bench(marks?)?|docs|ci|\.github|hack|dev|build)\/|\.config\.[cm]?[jt]s$/.test(
    path,
  );
}
