import { ProviderFields, providerNames, savePaymentProvider } from '@honbu/contract/providers.ts'
import { useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Form } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import type { ClubProvider } from './club-provider.ts'

interface Props {
  clubId: number
  found: ClubProvider
  isOwn: boolean
  onClose: () => void
}

const where = {
  gocardless: {
    accessToken: 'GoCardless: Developers, Create, Access token, with read-write access',
    webhookSecret: 'GoCardless: Developers, Create, Webhook endpoint: the secret shown there',
  },
  stripe: {
    accessToken: 'Stripe: Developers, API keys: the secret key (sk_…)',
    webhookSecret: 'Stripe: Developers, Webhooks: the signing secret of the endpoint (whsec_…)',
  },
} as const

/** The keys of a club's own account. They are entered and never shown again. */
export function ProviderDialog({ clubId, found: { provider, account }, isOwn, onClose }: Props) {
  const name = providerNames[provider]
  const save = useWrite(savePaymentProvider, {
    onSuccess: () => showToast({ message: `The account at ${name} is saved. Test the connection now.` }),
  })
  const kept = isOwn ? ' Left empty, the one that is saved stays.' : ''
  const form = useForm({
    schema: ProviderFields,
    values: { accessToken: null as string | null, webhookSecret: null as string | null },
    version: isOwn ? account?.version : undefined,
    save: (values, version) =>
      save.mutateAsync({
        id: clubId,
        provider,
        version: version ?? 0,
        accessToken: values.accessToken || null,
        webhookSecret: values.webhookSecret || null,
      }),
    saved: onClose,
    fromRecord: () => ({ accessToken: null, webhookSecret: null }),
  })
  return (
    <Dialog title={`Account at ${name}`} isOpen onClose={onClose}>
      <p>What is entered here is encrypted, and nobody sees more of it than the last four characters.</p>
      <Form form={form} submit="Save account" cancel={onClose} isInDialog>
        <TextField
          {...form.field('accessToken')}
          label="Access token"
          hint={`${where[provider].accessToken}.${kept}`}
          required={!isOwn}
        />
        <TextField
          {...form.field('webhookSecret')}
          label="Webhook secret"
          hint={`${where[provider].webhookSecret}.${kept}`}
        />
      </Form>
    </Dialog>
  )
}
