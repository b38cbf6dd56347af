import { currency } from '@honbu/contract/format.ts'
import { marketingText } from '@honbu/contract/marketing-text.ts'
import { mergeFields } from '@honbu/contract/merge-fields.ts'
import { smsLength } from '@honbu/contract/sms-segments.ts'
import { useId, useRef } from 'react'
import { FieldMenu } from './FieldMenu.tsx'
import css from './SmsEditor.module.css'

interface Props {
  value: string
  onChange: (text: string) => void
  /** Pounds; undefined where the club hasn't said it. */
  segmentPrice: number | undefined
  /** What a marketing text gets where it doesn't say it itself. */
  marketing?: { readonly clubName: string; readonly wayOut: string } | undefined
  error?: string | undefined
}

/** Writes a text message, and says what it costs with values of usual length in the place of its fields. */
export function SmsEditor({ value, onChange, segmentPrice, marketing, error }: Props) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const written = withExamples(value)
  const added = marketing ? marketingText(written, marketing) !== written : false

  function insert(text: string) {
    const { selectionStart = value.length, selectionEnd = value.length } = area.current ?? {}
    onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd))
    const at = selectionStart + text.length
    // The text is in the box after the next drawing.
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(at, at)
    })
  }

  return (
    <div className={css.sms}>
      <label className={css.label} htmlFor={id}>
        Text
      </label>
      <textarea
        ref={area}
        id={id}
        className={css.area}
        rows={7}
        value={value}
        aria-describedby={`${id}-length${error ? ` ${id}-error` : ''}`}
        aria-invalid={error ? true : undefined}
        onChange={event => onChange(event.target.value)}
      />
      {error && (
        <p id={`${id}-error`} className={css.error}>
          {error}
        </p>
      )}
      {added && (
        <p className={css.added}>
          We add your club’s name and a way to opt out where they’re missing. They count below.
        </p>
      )}
      <div className={css.below}>
        <FieldMenu onChoose={({ name }) => insert(`{{ ${name} }}`)} />
        <Length
          id={`${id}-length`}
          text={marketing ? marketingText(written, marketing) : written}
          segmentPrice={segmentPrice}
        />
      </div>
    </div>
  )
}

function Length({ id, text, segmentPrice }: { id: string; text: string; segmentPrice: number | undefined }) {
  const { encoding, units, segments, left, unicode } = smsLength(text)
  return (
    <div id={id} className={css.length}>
      <p>
        <strong>{segments === 1 ? '1 segment' : `${segments} segments`}</strong>
        {segmentPrice !== undefined && ` · ${currency(segments * segmentPrice)} a message`}
        {segments > 0 && ` · ${units} characters, ${left} left`}
      </p>
      {encoding === 'UCS-2' && (
        <p className={css.unicode}>
          {unicode.map(each => `“${each}”`).join(' ')} {unicode.length === 1 ? 'makes' : 'make'} it Unicode: 70
          characters a segment instead of 160.
        </p>
      )}
    </div>
  )
}

/** As long as it usually becomes: each field with its example, conditions left out. */
function withExamples(text: string): string {
  const examples = new Map(mergeFields.map(field => [field.name, field.example.replace('…', 'x'.repeat(32))]))
  return text
    .replaceAll(/\{\{-?\s*([\w.]+)[^}]*\}\}/g, (_, name: string) => examples.get(name) ?? '')
    .replaceAll(/\{%[\s\S]*?%\}/g, '')
}
