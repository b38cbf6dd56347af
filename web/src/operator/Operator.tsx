import { getInstallation } from '@honbu/contract/operator.ts'
import type { ComponentType } from 'react'
import { useRead } from '../app/api.ts'
import { address } from '../app/base.ts'
import { ApiError } from '../app/request.ts'
import { useAddress } from '../ui/address.ts'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AccountsTab } from './AccountsTab.tsx'
import { ClubsTab } from './ClubsTab.tsx'
import { LogTab } from './LogTab.tsx'
import { QueuesTab } from './QueuesTab.tsx'
import { StatusTab } from './StatusTab.tsx'

const tabs: readonly { id: string; text: string; Tab: ComponentType }[] = [
  { id: 'status', text: 'Status', Tab: StatusTab },
  { id: 'queues', text: 'Queues', Tab: QueuesTab },
  { id: 'accounts', text: 'Accounts', Tab: AccountsTab },
  { id: 'clubs', text: 'Clubs', Tab: ClubsTab },
  { id: 'log', text: 'Log', Tab: LogTab },
]

const links = tabs.map(({ id, text }) => ({ id, text, to: id === 'status' ? '/operator' : `/operator/${id}` }))

/** For people who look after the installation: its state, and what they can do about it. */
export function Operator() {
  const { params } = useAddress()
  const { data, error, refetch } = useRead(getInstallation, {})
  const current = tabs.find(({ id }) => id === (params.tab ?? 'status'))
  return (
    <Screen>
      <PageHeader title="Operator">This Honbu, for everyone who looks after it.</PageHeader>
      {error && !data && <Closed error={error} retry={() => void refetch()} />}
      {!data && !error && <SkeletonRows count={6} height="3rem" />}
      {data && (
        <>
          <Tabs label="Operator" tabs={links} current={current?.id ?? ''} />
          {current ? (
            <current.Tab />
          ) : (
            <EmptyState title="There’s no such page">Choose one of the tabs above.</EmptyState>
          )}
        </>
      )}
    </Screen>
  )
}

function Closed({ error, retry }: { error: Error; retry: () => void }) {
  if (error instanceof ApiError && error.code === 'operator_needs_two_factor')
    return (
      <EmptyState
        title="Operators log in with two factors"
        actions={
          <>
            <a href={address('/Identity/Account/Manage/TwoFactor')} className={buttonClass('primary')}>
              Set up two-factor login
            </a>
            <a href={address('/Identity/Account/Manage/Passkeys')} className={buttonClass()}>
              Add a passkey
            </a>
          </>
        }
      >
        It takes about two minutes. If you’ve set it up already, log out and log in with it.
      </EmptyState>
    )
  if (error instanceof ApiError && error.status === 403)
    return (
      <EmptyState title="This page is for operators">
        If you run this Honbu, give yourself the right on the server: <code>npm run honbu -- grant-operator EMAIL</code>
      </EmptyState>
    )
  return <ErrorState title="We couldn’t load this page." error={error} retry={retry} />
}
