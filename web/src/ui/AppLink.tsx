import { useLinkProps } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

interface Props extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of this application, e.g. '/clubadmin/3/club-schedule'. */
  to: string
  /** What of the screen's state is kept in the address; undefined leaves a parameter out. */
  search?: Readonly<Record<string, string | undefined>>
  replace?: boolean
}

/** A link to a screen. Ids stand in the path as they are, so that rows can carry ready addresses. */
export function AppLink({ to, search, replace = false, className, children, ...rest }: Props) {
  const link = useLinkProps({ ...(rest as object), ...asLink(to, search), replace })
  return (
    // The router marks as current every link whose path the address begins with; here only who knows says it (menu, tabs).
    <a {...link} className={className} aria-current={rest['aria-current']}>
      {children}
    </a>
  )
}

// The router knows its paths by pattern ('/clubadmin/$id/$tab'), and its types refuse a path that is already filled in;
// of the attributes it refuses those that are there and undefined, which do nothing.
const asLink = (to: string, search: Props['search'] = {}) => ({ to: to as '/', search: search as never })
