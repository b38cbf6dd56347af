import {
  type Channel,
  getTemplateChoices,
  isBlank,
  previewMessage,
  sendTestMessage,
} from '@honbu/contract/templates.ts'
import { IconAlertTriangle, IconSend } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { useDebounced } from '../members/debounce.ts'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Segmented } from '../ui/Segmented.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import type { ContentValue } from './ContentEditor.tsx'
import { ExampleLinks } from './ExampleLinks.tsx'
import css from './MessagePreview.module.css'

const MemberSearch = lazy(() => import('../members/MemberSearch.tsx').then(m => ({ default: m.MemberSearch })))

interface Props {
  clubId: number
  channel: Channel
  value: ContentValue
  /** A layout as it is being written. */
  layout?: { readonly header: string; readonly footer: string }
}

type Width = 'desktop' | 'phone' | 'text'

/** After the last key, so that not every letter asks the server. */
const pause = 600

/** A message as a member would get it, on a desktop or a phone, in light or dark, or as plain text; and a test to oneself. */
export function MessagePreview({ clubId, channel, value, layout }: Props) {
  const choices = useRead(getTemplateChoices, { clubId })
  const [chosen, setChosen] = useState<{ id: number; name: string } | null>(null)
  const [width, setWidth] = useState<Width>('desktop')
  const [scheme, setScheme] = useState<'light' | 'dark'>('light')
  const member = chosen ?? choices.data?.exampleMember ?? null
  // As text, so that the same words are the same, whoever has put them together anew.
  const written = JSON.stringify({ value, layout })
  const settled: Pick<Props, 'value' | 'layout'> = JSON.parse(useDebounced(written, pause, written))
  const { subject, body, layoutId } = settled.value
  const shownLayout = settled.layout
  const draft = {
    ...{ clubId, channel, subject, template: body, layoutId: channel === 'email' ? layoutId : null },
    ...{ memberId: member?.id ?? 0, bookingId: null },
    ...(shownLayout && { layout: shownLayout }),
  }
  const hasWords = !isBlank(body) || (shownLayout !== undefined && !isBlank(shownLayout.header + shownLayout.footer))
  const answer = useRead(previewMessage, draft, {
    enabled: member !== null && hasWords,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const send = useWrite(sendTestMessage)
  const shown = hasWords ? answer.data : undefined

  async function sendTest() {
    const result = await send.mutateAsync(draft)
    if (result.isSuccess === false) showToast({ message: result.message, tone: 'bad' })
    else showToast({ message: `The test is on its way to ${result.sentTo}.` })
  }

  return (
    <Panel
      title="Preview"
      aside={
        <Button isBusy={send.isPending} disabled={!shown || answer.isError} onClick={() => void sendTest()}>
          <IconSend size={16} aria-hidden="true" />
          Send a test to myself
        </Button>
      }
    >
      <div className={css.tools}>
        <div className={css.member}>
          <p className={css.as}>
            {member ? (
              <>
                As <strong>{member.name}</strong> would get it
              </>
            ) : (
              choices.data && 'Choose a member to see it as it will be.'
            )}
          </p>
          <Suspense fallback={<Skeleton height="40px" />}>
            <MemberSearch clubId={clubId} onSelect={found => setChosen({ id: found.id, name: found.label })} />
          </Suspense>
        </div>
        {channel === 'email' && (
          <div className={css.ways}>
            <Segmented
              label="Shown as"
              options={[
                { value: 'desktop', text: 'Desktop' },
                { value: 'phone', text: 'Phone' },
                { value: 'text', text: 'Plain text' },
              ]}
              value={width}
              onChoose={setWidth}
            />
            {width !== 'text' && (
              <Segmented
                label="Colours"
                options={[
                  { value: 'light', text: 'Light' },
                  { value: 'dark', text: 'Dark' },
                ]}
                value={scheme}
                onChoose={setScheme}
              />
            )}
          </div>
        )}
      </div>
      <div aria-live="polite">
        {answer.error && hasWords && (
          <p className={css.wrong}>
            <IconAlertTriangle size={18} aria-hidden="true" />
            {answer.error.message}
          </p>
        )}
        {shown && shown.empty.length > 0 && (
          <p className={css.empty}>
            <IconAlertTriangle size={18} aria-hidden="true" />
            Empty for this member: {shown.empty.join(', ')}.
          </p>
        )}
      </div>
      {shown && <ExampleLinks titles={shown.examples} />}
      {!hasWords && <p className={css.none}>What you write is shown here as it will be.</p>}
      {shown && channel === 'sms' && <p className={css.sms}>{shown.text}</p>}
      {shown && channel === 'email' && (
        <>
          {shown.subject && <p className={css.subject}>{shown.subject}</p>}
          {width === 'text' || shown.html === null ? (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by the keyboard
            <pre className={css.text} tabIndex={0}>
              {shown.text}
            </pre>
          ) : (
            <iframe
              className={css.page}
              data-width={width}
              title="The message"
              sandbox=""
              srcDoc={inScheme(shown.html, scheme)}
            />
          )}
        </>
      )}
    </Panel>
  )
}

/** The letter follows the device; here it is shown as on one that is light or dark. */
const inScheme = (html: string, scheme: 'light' | 'dark') =>
  html
    .replace('(prefers-color-scheme:dark)', scheme === 'dark' ? 'all' : 'not all')
    .replace('name="color-scheme" content="light dark"', `name="color-scheme" content="${scheme}"`)
