import { type Channel, getTemplateChoices } from '@honbu/contract/templates.ts'
import { lazy, Suspense, useId, useRef } from 'react'
import { useRead } from '../app/api.ts'
import { Select } from '../ui/Select.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import css from './ContentEditor.module.css'
import { FieldMenu } from './FieldMenu.tsx'
import { SmsEditor } from './SmsEditor.tsx'

const RichEditor = lazy(() => import('./RichEditor.tsx').then(m => ({ default: m.RichEditor })))

/** What a message is written as, whichever way it is sent. */
export interface ContentValue {
  /** Of an e-mail. */
  readonly subject: string
  /** Of an e-mail: HTML; of a text message: its text. Both with merge fields. */
  readonly body: string
  /** Of an e-mail. */
  readonly layoutId: number | null
}

interface Props {
  clubId: number
  channel: Channel
  value: ContentValue
  onChange: (value: ContentValue) => void
  /** A marketing text is counted with what it gets when it's sent. */
  isMarketing?: boolean
  /** What the server, or the form, says of each. */
  errors?: { readonly [Field in keyof ContentValue]?: string | undefined }
}

/** Writes what a message says: subject, layout and words of an e-mail, or a text message with what it costs. */
export function ContentEditor({ clubId, channel, value, onChange, isMarketing = false, errors = {} }: Props) {
  const choices = useRead(getTemplateChoices, { clubId })
  const id = useId()
  // What is written while an older drawing is on the screen builds on the newest.
  const latest = useRef(value)
  latest.current = value
  const change = (part: Partial<ContentValue>) => onChange({ ...latest.current, ...part })
  if (channel === 'sms')
    return (
      <SmsEditor
        value={value.body}
        onChange={body => change({ body })}
        segmentPrice={choices.data?.smsSegmentPrice ?? undefined}
        marketing={isMarketing ? choices.data?.marketing : undefined}
        error={errors.body}
      />
    )
  const layouts = choices.data?.layouts ?? []
  const isElsewhere = value.layoutId !== null && choices.data && !layouts.some(each => each.id === value.layoutId)
  return (
    <div className={css.content}>
      <Subject value={value.subject} onChange={subject => change({ subject })} error={errors.subject} />
      <div>
        <Select
          label="Layout"
          value={String(value.layoutId ?? 0)}
          options={[
            { value: '0', text: 'None' },
            ...layouts.map(each => ({ value: String(each.id), text: each.layoutName })),
            ...(isElsewhere ? [{ value: String(value.layoutId), text: 'One that is out of use' }] : []),
          ]}
          onChoose={chosen => change({ layoutId: Number(chosen) || null })}
        />
        {errors.layoutId && <p className={css.error}>{errors.layoutId}</p>}
      </div>
      <div>
        <Suspense fallback={<Skeleton height="380px" />}>
          <RichEditor
            clubId={clubId}
            label="Message"
            value={value.body}
            onChange={body => change({ body })}
            describedBy={errors.body ? `${id}-body` : undefined}
            isInvalid={errors.body !== undefined}
          />
        </Suspense>
        {errors.body && (
          <p className={css.error} id={`${id}-body`}>
            {errors.body}
          </p>
        )}
      </div>
    </div>
  )
}

function Subject({
  value,
  onChange,
  error,
}: {
  value: string
  onChange: (text: string) => void
  error?: string | undefined
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  function insert(text: string) {
    const { selectionStart, selectionEnd } = input.current ?? {}
    const [from, to] = [selectionStart ?? value.length, selectionEnd ?? value.length]
    onChange(value.slice(0, from) + text + value.slice(to))
    requestAnimationFrame(() => {
      input.current?.focus()
      input.current?.setSelectionRange(from + text.length, from + text.length)
    })
  }
  return (
    <div className={css.subject}>
      <label className={css.label} htmlFor={id}>
        Subject
      </label>
      <div className={css.line}>
        <input
          ref={input}
          id={id}
          className={css.input}
          value={value}
          maxLength={200}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={event => onChange(event.target.value)}
        />
        <FieldMenu label="Field" onChoose={({ name }) => insert(`{{ ${name} }}`)} />
      </div>
      {error && (
        <p className={css.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
