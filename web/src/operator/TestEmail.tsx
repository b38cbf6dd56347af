import { tryEmail } from '@honbu/contract/operator.ts'
import { IconAlertTriangle, IconCircleCheck, IconSend } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './Operator.module.css'

/** Sends the operator an email at once, and shows what the mail server said. */
export function TestEmail() {
  const { data, error, refetch, isFetching } = useRead(tryEmail, {}, { enabled: false, retry: false, gcTime: 0 })
  return (
    <Panel
      title="Test email"
      aside={
        <Button isBusy={isFetching} onClick={() => void refetch()}>
          <IconSend size={18} aria-hidden="true" />
          {isFetching ? 'Sending…' : 'Send test email'}
        </Button>
      }
    >
      <div role="status">
        {!data && !error && 'We’ll send you an email now, and show what the mail server says.'}
        {data && !isFetching && (
          <p className={css.answer}>
            <span className={data.isTaken ? css.good : css.bad}>
              {data.isTaken ? (
                <IconCircleCheck size={20} aria-hidden="true" />
              ) : (
                <IconAlertTriangle size={20} aria-hidden="true" />
              )}
            </span>
            <span>
              {data.isTaken ? 'Sent. ' : 'Not sent. '}
              {data.text}
            </span>
          </p>
        )}
      </div>
      {error && <ErrorState title="We couldn’t send it." error={error} retry={() => void refetch()} />}
    </Panel>
  )
}
