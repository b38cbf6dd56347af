import type { Output } from '@honbu/contract/endpoint.ts'
import {
  deletePaymentProvider,
  getPaymentProviders,
  providerNames,
  testPaymentProvider,
} from '@honbu/contract/providers.ts'
import { IconCheck, IconPlugConnected } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { readQuery, useRead, useWrite } from '../app/api.ts'
import { address } from '../app/base.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Facts } from '../ui/Facts.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Collections.module.css'
import type { ClubProvider } from './club-provider.ts'
import { told } from './told.ts'

const ProviderDialog = lazy(() => import('./ProviderDialog.tsx').then(m => ({ default: m.ProviderDialog })))

/** Where a club takes money: for its admins. */
export function ProviderSettings({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const answer = useRead(getPaymentProviders, { id: clubId }, { enabled: isAdmin })
  if (!isAdmin) return null
  return (
    <Panel title="Payment providers" id="providers" flush>
      {answer.error && !answer.data && (
        <ErrorState
          title="The payment providers could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={2} height="4rem" />}
      {(answer.data ?? []).map(provider => (
        <ProviderAccount key={provider.provider} clubId={clubId} found={provider} />
      ))}
    </Panel>
  )
}

const uses = {
  gocardless: 'Direct debits, and payments straight from a bank account.',
  stripe: 'Cards.',
} as const

function ProviderAccount({ clubId, found }: { clubId: number; found: ClubProvider }) {
  const { provider, account, hasSandbox } = found
  const name = providerNames[provider]
  const [isOpen, setOpen] = useState(false)
  const [tested, setTested] = useState<Output<typeof testPaymentProvider> | null>(null)
  const [isTesting, setTesting] = useState(false)
  const remove = useWrite(deletePaymentProvider)
  const { ask, dialog } = useConfirm()
  const client = useQueryClient()
  const isOwn = account?.isOwn === true && !account.isSandbox

  async function pressTest() {
    setTesting(true)
    setTested(null)
    try {
      setTested(await client.fetchQuery({ ...readQuery(testPaymentProvider, { id: clubId, provider }), staleTime: 0 }))
    } catch (error) {
      setTested({ isWorking: false, message: error instanceof Error ? error.message : 'It could not be tested.' })
    } finally {
      setTesting(false)
      void client.invalidateQueries(readQuery(getPaymentProviders, { id: clubId }))
    }
  }

  async function pressDelete() {
    const yes = await ask({
      title: `Remove the account at ${name}?`,
      text: 'Then the account of the nearest club above is used, where there is one.',
      action: 'Remove account',
      isDanger: true,
    })
    if (yes) told(await remove.mutateAsync({ id: clubId, provider }), 'The account is removed.')
  }

  return (
    <section className={css.provider} aria-label={name}>
      <span className={css.what}>
        <h3>{name}</h3>
        {(account ? account.isSandbox : hasSandbox) && <Badge tone="warn">Sandbox: no money moves</Badge>}
        {account && !account.isOwn && <Badge>From {account.clubName}</Badge>}
        {!account && !hasSandbox && <Badge>Not set up</Badge>}
      </span>
      <p className={css.details}>{uses[provider]}</p>
      {account && (
        <Facts
          facts={[
            ['Access token', `ends in ${account.accessTokenEnd}`],
            ['Webhook secret', account.webhookSecretEnd ? `ends in ${account.webhookSecretEnd}` : 'missing'],
          ]}
        />
      )}
      {account && !account.webhookSecretEnd && (
        <p className={css.problem}>
          Without the webhook secret nobody hears what becomes of a payment. Enter it with the address below.
        </p>
      )}
      <div>
        <p className={css.details}>The address for webhooks, to be entered at {name}:</p>
        <p className={css.address}>
          <code>{address(`/webhooks/${provider}/${clubId}`)}</code>
        </p>
      </div>
      <div aria-live="polite">
        {tested?.isWorking ? (
          <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
            {tested.message}
          </Badge>
        ) : (
          (tested?.message ?? account?.problem) && <p className={css.problem}>{tested?.message ?? account?.problem}</p>
        )}
      </div>
      <div className={css.buttons}>
        <Button variant={account || hasSandbox ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
          {isOwn ? 'Change the keys' : 'Enter the club’s own account'}
        </Button>
        {(account || hasSandbox) && (
          <Button isBusy={isTesting} onClick={() => void pressTest()}>
            <IconPlugConnected size={18} aria-hidden="true" />
            Test the connection
          </Button>
        )}
        {isOwn && (
          <Button variant="quiet" onClick={() => void pressDelete()}>
            Remove
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense>
          <ProviderDialog clubId={clubId} found={found} isOwn={isOwn} onClose={() => setOpen(false)} />
        </Suspense>
      )}
      {dialog}
    </section>
  )
}
