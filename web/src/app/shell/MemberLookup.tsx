import { IconSearch } from '@tabler/icons-react'
import { Component, type ComponentProps, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { loadChunk } from '../chunk.ts'
import css from './MemberLookup.module.css'

const Lookup = lazy(async () => ({
  default: await loadChunk(
    'lookup',
    () => import('../../lookup/Lookup.tsx'),
    module => module.Lookup,
  ),
}))

type Props = Pick<ComponentProps<typeof Lookup>, 'onOpen'>

/**
 * The member search, not limited to one club; picking a member opens them. The code of the search is large and is loaded
 * when the box is first used: until then a plain box of the same look takes what is typed.
 */
export function MemberLookup({ onOpen }: Props) {
  const [text, setText] = useState('')
  const [isUsed, setUsed] = useState(false)
  const lookup = useRef<HTMLDivElement>(null)
  const plain = (
    <div className={css.plain}>
      <IconSearch size={18} aria-hidden="true" />
      <input
        className={css.input}
        aria-label="Member Search"
        placeholder="Member Search"
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={event => setText(event.target.value)}
        onFocus={() => setUsed(true)}
      />
    </div>
  )
  return (
    <div className={css.lookup} ref={lookup}>
      {isUsed ? (
        <KeepPlain plain={plain}>
          <Suspense fallback={<Focused>{plain}</Focused>}>
            <Loaded
              isFocused={() => lookup.current?.contains(document.activeElement) ?? false}
              initialText={text}
              onOpen={onOpen}
            />
          </Suspense>
        </KeepPlain>
      ) : (
        plain
      )}
    </div>
  )
}

interface LoadedProps extends Pick<ComponentProps<typeof Lookup>, 'initialText' | 'onOpen'> {
  isFocused: () => boolean
}

/** Takes the focus over from the plain box, unless the visitor has gone on in the meantime. */
function Loaded({ isFocused, ...rest }: LoadedProps) {
  const [autoFocus] = useState(isFocused)
  return <Lookup {...rest} autoFocus={autoFocus} />
}

/** The plain box is put in anew while the search is loading; it goes on having the focus. */
function Focused({ children }: { children: ReactNode }) {
  return <div ref={focusInput}>{children}</div>
}

const focusInput = (box: HTMLElement | null) => box?.querySelector('input')?.focus()

/** A search that cannot be loaded must not take the sidebar with it. */
class KeepPlain extends Component<{ plain: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <>
        {this.props.plain}
        <p className={css.failed} role="alert">
          The search could not be loaded. Reload the page.
        </p>
      </>
    )
  }
}
