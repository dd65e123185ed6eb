/** The rest of a path below the prefix of the server; a path outside of it leads nowhere. */
export const belowBasePath = (pathname: string, basePath: string): string =>
  pathname.startsWith(`${basePath}/`) ? pathname.slice(basePath.length) : '/outside-the-base-path'
