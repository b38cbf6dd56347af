/**
 * Is this menu item the current one? By its path or one below it; a club's item for all of that club's pages, one that
 * leads to a tab for all tabs beside it; the dashboard only at the exact root.
 */
export function isCurrentItem(item: string, path: string): boolean {
  if (item === '/') return path === '/'
  const [, section] = /^(\/clubadmin\/\d+|\/messaging|\/reporting)\//.exec(item) ?? []
  const place = section ?? item
  return path === place || path.startsWith(`${place}/`)
}
