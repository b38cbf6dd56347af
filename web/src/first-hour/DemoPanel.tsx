import { useState } from 'react'
import { AppLink } from '../ui/AppLink.tsx'
import { Button, buttonClass } from '../ui/Button.tsx'
import css from './DemoPanel.module.css'
import { DiscardDemo } from './DiscardDemo.tsx'

/** Says on the dashboard that these clubs are the demo, and leads to a club of one's own. */
export function DemoPanel({ clubId }: { clubId: number }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={css.panel} aria-label="Demo">
      <p className={css.words}>This is the demo. Its clubs and people aren’t real.</p>
      <div className={css.buttons}>
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          Discard demo
        </Button>
        <AppLink to="/club/create" className={buttonClass()}>
          Create your own club
        </AppLink>
      </div>
      {isOpen && <DiscardDemo clubId={clubId} onClose={() => setIsOpen(false)} />}
    </section>
  )
}
