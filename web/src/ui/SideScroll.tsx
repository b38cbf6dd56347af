import { type ReactNode, useLayoutEffect, useRef } from 'react'
import css from './SideScroll.module.css'

/** What may be wider than the page and is scrolled sideways, by the keyboard too; an edge with more behind it is shaded. */
export function SideScroll({ label, children }: { label: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  const scroller = useRef<HTMLElement>(null)

  function look() {
    const { current } = scroller
    if (!current || !box.current) return
    const { scrollLeft, scrollWidth, clientWidth } = current
    // Widths are rounded: half a pixel is no more to see.
    box.current.toggleAttribute('data-more', scrollWidth - clientWidth - scrollLeft > 1)
  }

  useLayoutEffect(() => {
    look()
    const { current } = scroller
    if (!current) return
    const observer = new ResizeObserver(look)
    for (const each of [current, ...current.children]) observer.observe(each)
    return () => observer.disconnect()
  })

  return (
    <div ref={box} className={css.box}>
      <section
        ref={scroller}
        className={css.scroll}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is scrolled by the keyboard too
        tabIndex={0}
        onScroll={look}
      >
        {children}
      </section>
    </div>
  )
}
