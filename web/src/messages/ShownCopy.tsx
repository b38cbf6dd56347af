import { useState } from 'react'
import { Segmented } from '../ui/Segmented.tsx'
import css from './Messages.module.css'

interface Props {
  copy: { subject: string; html: string | null; text: string }
}

/** A message as it is read: its page without any rights of its own, or its text. */
export function ShownCopy({ copy: { subject, html, text } }: Props) {
  const [as, setAs] = useState<'page' | 'text'>('page')
  return (
    <div className={css.stack}>
      {subject && <p className={css.legend}>{subject}</p>}
      {html !== null && (
        <Segmented
          label="Shown as"
          options={[
            { value: 'page', text: 'As sent' },
            { value: 'text', text: 'Plain text' },
          ]}
          value={as}
          onChoose={setAs}
        />
      )}
      {html !== null && as === 'page' ? (
        <iframe className={css.frame} title="The message" sandbox="" srcDoc={html} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
        <pre className={css.text} tabIndex={0}>
          {text}
        </pre>
      )}
    </div>
  )
}
