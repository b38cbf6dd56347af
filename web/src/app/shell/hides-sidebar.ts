/** Where the sidebar is not shown (specification, section 2). Paths without the base path. */
export const hidesSidebar = (path: string): boolean =>
  path === '/authentication/login' ||
  path.startsWith('/authentication/login-callback') ||
  path.startsWith('/marketing-help')
