import { useLinkProps, useRouter } from '@tanstack/react-router'
import { type ComponentProps, type MouseEvent, useRef } from 'react'

type Ours = 'href' | 'onMouseEnter' | 'onMouseLeave' | 'onFocus' | 'onBlur' | 'onTouchStart'

interface Props extends Omit<ComponentProps<'a'>, Ours> {
  /** A path of this application, e.g. '/clubadmin/3/club-schedule'. */
  to: string
  /** What of the screen's state is kept in the address; undefined leaves a parameter out. */
  search?: Readonly<Record<string, string | undefined>>
  replace?: boolean
}

/** A link to a screen. Ids stand in the path as they are, so that rows can carry ready addresses. */
export const AppLink = (props: Props) =>
  plainPath.test(props.to) ? <PlainLink {...props} /> : <RelativeLink {...props} />

/** Of which the address is known without looking at where one is. */
const plainPath = /^(\/[\w-]+)+$/

/** Milliseconds, as the router's own links wait. */
const pause = 50

/**
 * As the router's own link is, which matches its address against every route there is when it is drawn: half a millisecond
 * each, and a list of members has five hundred.
 */
function PlainLink({ to, search, replace = false, onClick, children, ...rest }: Props) {
  const router = useRouter()
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  const target = asLink(to, search)
  const root = router.basepath === '/' ? '' : router.basepath
  // A screen that does not load says so when it is opened.
  const preload = () => void router.preloadRoute(target).catch(() => {})
  const preloadSoon = () => {
    waiting.current ??= setTimeout(() => {
      waiting.current = undefined
      preload()
    }, pause)
  }
  const leave = () => {
    clearTimeout(waiting.current)
    waiting.current = undefined
  }
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isOurs(event)) return
    event.preventDefault()
    leave()
    void router.navigate({ ...target, replace })
  }
  return (
    <a
      {...rest}
      href={root + to + router.options.stringifySearch(search ?? {})}
      onClick={open}
      onMouseEnter={preloadSoon}
      onMouseLeave={leave}
      onFocus={preloadSoon}
      onBlur={leave}
      onTouchStart={preload}
    >
      {children}
    </a>
  )
}

function RelativeLink({ to, search, replace = false, className, children, ...rest }: Props) {
  const link = useLinkProps({ ...(rest as object), ...asLink(to, search), replace })
  return (
    // The router marks as current every link whose path the address begins with; here only who knows says it (menu, tabs).
    <a {...link} className={className} aria-current={rest['aria-current']}>
      {children}
    </a>
  )
}

/** Not with a key that opens it elsewhere, nor with another button. */
const isOurs = ({
  button,
  metaKey,
  ctrlKey,
  shiftKey,
  altKey,
  currentTarget: { target },
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey) && (target === '' || target === '_self')

// The router knows its paths by pattern ('/clubadmin/$id/$tab'), and its types refuse a path that is already filled in;
// of the attributes it refuses those that are there and undefined, which do nothing.
const asLink = (to: string, search: Props['search'] = {}) => ({ to: to as '/', search: search as never })
