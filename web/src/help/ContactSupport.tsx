import { contactSupport, SupportRequest } from '@honbu/contract/help.ts'
import { version } from '@honbu/contract/version.ts'
import { useEffect, useState } from 'react'
import { useWrite } from '../app/api.ts'
import { cameFrom } from '../app/came-from.ts'
import { lastFailure } from '../app/request.ts'
import { useSession } from '../app/sign-in/session.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/Button.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextAreaField, TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import css from './Help.module.css'

/** The form below the articles; an address with `contact` leads right into it. */
export function ContactSupport() {
  const [isSent, setSent] = useState(false)
  return isSent ? <Sent again={() => setSent(false)} /> : <SupportForm sent={() => setSent(true)} />
}

function SupportForm({ sent }: { sent: () => void }) {
  const { search } = useAddress()
  const session = useSession()
  const email = session.status === 'signedIn' ? session.user.email : ''
  // As it was when the form was opened: that is what the writer sees.
  const [{ page, requestId }] = useState(() => ({ page: cameFrom(), requestId: lastFailure() }))
  const contact = useWrite(contactSupport, { invalidates: [] })
  const form = useForm({
    schema: SupportRequest,
    values: { subject: '', message: '' },
    save: values => contact.mutateAsync({ ...values, page, version, requestId }),
    saved: sent,
  })
  const isAsked = search.contact !== undefined
  useEffect(() => {
    if (!isAsked) return
    const field = document.querySelector<HTMLInputElement>('main form input[name=subject]')
    field?.focus({ preventScroll: true })
    field?.scrollIntoView({ block: 'center' })
  }, [isAsked])
  return (
    <Form form={form} submit="Send">
      <FormSection
        title="Contact support"
        hint={`Not found above? Write to us. The answer comes to ${email || 'your e-mail address'}.`}
      >
        <TextField {...form.field('subject')} label="What is it about?" required isWide />
        <TextAreaField
          {...form.field('message')}
          label="Your question"
          hint="What you did, what you expected, and what happened instead. No passwords, please."
          required
          isWide
        />
      </FormSection>
      <p className={css.soft}>
        This goes along: {page !== null && `the page you came from (${page}), `}
        {requestId !== null && `the request that failed (${requestId}), `}
        version {version}.
      </p>
    </Form>
  )
}

function Sent({ again }: { again: () => void }) {
  return (
    <Panel title="Contact support">
      <div className={css.sent}>
        <p role="status">Thank you. Your message is on its way, and the answer comes by e-mail.</p>
        <Button onClick={again}>Write another</Button>
      </div>
    </Panel>
  )
}
