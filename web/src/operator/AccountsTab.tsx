import {
  accountColumns,
  disableAccount,
  enableAccount,
  getAccounts,
  logOutAccount,
  type OperatedAccount,
  resendConfirmation,
} from '@honbu/contract/operator.ts'
import { useState } from 'react'
import { isRefusal, type Refusal, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { DataGrid } from '../ui/grid/DataGrid.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import css from './Operator.module.css'
import { ReasonDialog } from './ReasonDialog.tsx'
import { SearchField } from './SearchField.tsx'

/** Everyone who can log in, and what an operator can do about it. */
export function AccountsTab() {
  const [disabling, setDisabling] = useState<OperatedAccount | null>(null)
  const { ask, dialog } = useConfirm()
  const disable = useWrite(disableAccount)
  const enable = useWrite(enableAccount)
  const logOut = useWrite(logOutAccount)
  const resend = useWrite(resendConfirmation)

  const say = (message: string) => (result: object | Refusal) =>
    isRefusal(result) ? showToast({ message: result.message, tone: 'bad' }) : showToast({ message })

  async function endSessions({ accountId: id, email }: OperatedAccount) {
    const text = 'They can log in again. Open links to reset a password stop working.'
    if (await ask({ title: `Log ${email} out everywhere?`, text, action: 'Log out everywhere' }))
      await logOut.mutateAsync({ id }).then(say('Logged out everywhere'))
  }

  const items = (account: OperatedAccount): MenuItem[] => {
    const { accountId: id, isDisabled, isConfirmed } = account
    return [
      ...(isConfirmed
        ? []
        : [
            {
              text: 'Resend confirmation',
              onSelect: () => void resend.mutateAsync({ id }).then(say('Confirmation sent')),
            },
          ]),
      { text: 'Log out everywhere', onSelect: () => void endSessions(account) },
      isDisabled
        ? { text: 'Enable account', onSelect: () => void enable.mutateAsync({ id }).then(say('Account enabled')) }
        : { text: 'Disable account', isDanger: true, onSelect: () => setDisabling(account) },
    ]
  }

  return (
    <>
      <DataGrid
        label="Accounts"
        name="operator-accounts"
        call={getAccounts}
        input={{}}
        columns={accountColumns}
        hidden={['isDisabled']}
        rowKey={({ accountId }) => accountId}
        cells={cells}
        filters={grid => (
          <>
            <SearchField label="Search by email or name" fields={['email', 'name']} {...grid} />
            {grid.columnsButton}
          </>
        )}
        extra={[
          {
            id: 'actions',
            title: '',
            cell: account =>
              account.isOwn ? (
                <Badge>You</Badge>
              ) : (
                <Menu label={`Actions for ${account.email}`} items={items(account)} />
              ),
          },
        ]}
        empty={<EmptyState title="No accounts yet">People appear here once they register or are invited.</EmptyState>}
      />
      {dialog}
      {disabling && (
        <ReasonDialog
          title={`Disable ${disabling.email}?`}
          action="Disable account"
          save={reason => disable.mutateAsync({ id: disabling.accountId, reason })}
          saved={() => showToast({ message: 'Account disabled' })}
          onClose={() => setDisabling(null)}
        >
          They’re logged out everywhere now, and can’t log in until an operator enables the account. Their work is kept.
        </ReasonDialog>
      )}
    </>
  )
}

const cells = {
  email: ({ email, isDisabled, isOperator }: OperatedAccount) => (
    <span className={css.account}>
      {email}
      {isDisabled && <Badge tone="bad">Disabled</Badge>}
      {isOperator && <Badge tone="accent">Operator</Badge>}
    </span>
  ),
  isConfirmed: ({ isConfirmed }: OperatedAccount) => (isConfirmed ? 'Yes' : <Badge tone="warn">Not yet</Badge>),
}
