import type { Output } from '@honbu/contract/endpoint.ts'
import type { getEnquiryForm } from '@honbu/contract/enquiries.ts'
import { useState } from 'react'
import { address } from '../app/base.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './EnquiryForm.module.css'

type Settings = Output<typeof getEnquiryForm>

/** The pages as they are saved: their addresses, what to paste, and how the form looks. */
export function EnquiryPages({ settings }: { settings: Settings }) {
  const { isOn, hasTimetable, key, version, embedAddress, enquiries, trials } = settings
  if (!isOn && !hasTimetable)
    return (
      <EmptyState title="The public pages are off">
        Turn them on below and save: their addresses, and what to paste into your website, stand here then.
      </EmptyState>
    )
  const script = (page: string) =>
    `<script src="${address(embedAddress)}" data-club="${key}"${page === 'timetable' ? ' data-page="timetable"' : ''} async></script>`
  return (
    <>
      <Panel title="On the web">
        <p className={css.help}>
          In the last 30 days {enquiries === 1 ? '1 enquiry' : `${enquiries} enquiries`} came in,{' '}
          {trials === 1 ? '1' : trials} of them with a trial. To an address you may add where it is used, such as
          <code> ?source=Facebook</code>.
        </p>
        {isOn && <Copied label="Address of the form" text={address(settings.enquireAddress)} />}
        {isOn && <Copied label="Form in your website" text={script('enquire')} />}
        {hasTimetable && <Copied label="Address of the timetable" text={address(settings.timetableAddress)} />}
        {hasTimetable && <Copied label="Timetable in your website" text={script('timetable')} />}
      </Panel>
      {isOn && (
        <Panel title="How the form looks">
          {/* Without allow-forms nothing can be sent from here by mistake. */}
          <iframe
            key={version}
            className={css.preview}
            title="Preview of the enquiry form"
            src={`${address(settings.enquireAddress)}?embed=1`}
            sandbox="allow-scripts"
          />
        </Panel>
      )}
    </>
  )
}

function Copied({ label, text }: { label: string; text: string }) {
  const [message, setMessage] = useState('')
  return (
    <div className={css.copied}>
      <label>
        <span className={css.label}>{label}</span>
        <input className={css.text} readOnly value={text} onFocus={event => event.currentTarget.select()} />
      </label>
      <Button aria-label={`Copy: ${label}`} onClick={() => void copy(text).then(setMessage)}>
        Copy
      </Button>
      <span role="status" className={css.help}>
        {message}
      </span>
    </div>
  )
}

async function copy(text: string): Promise<string> {
  try {
    await navigator.clipboard.writeText(text)
    return 'Copied.'
  } catch {
    return 'Your browser does not let this page copy: mark the text and copy it.'
  }
}
