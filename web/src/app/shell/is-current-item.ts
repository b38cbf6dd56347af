/**
 * Is this menu item the current one? By its path or one below it; a club's item for all of that club's pages; the
 * dashboard only at the exact root.
 */
export function isCurrentItem(item: string, path: string): boolean {
  if (item === '/') return path === '/'
  const [, club] = /^(\/clubadmin\/\d+)\//.exec(item) ?? []
  const place = club ?? item
  return path === place || path.startsWith(`${place}/`)
}
