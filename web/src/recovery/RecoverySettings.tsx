import type { Output } from '@honbu/contract/endpoint.ts'
import { getRecoveryPlan, RecoveryPlanFields, saveRecoveryPlan } from '@honbu/contract/recovery.ts'
import { useRead, useWrite } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Form } from '../ui/form/Form.tsx'
import { NumberField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Recovery.module.css'
import { recoveryAddress } from './recovery-address.ts'

type Plan = Output<typeof getRecoveryPlan>

const edited = ({ firstRetry, secondRetry, thirdRetry }: Plan) => ({ firstRetry, secondRetry, thirdRetry })

/** What a club does when a direct debit or a saved card fails: for its admins. */
export function RecoverySettings({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const answer = useRead(getRecoveryPlan, { clubId }, { enabled: isAdmin })
  if (!isAdmin) return null
  return (
    <Panel
      title="When a payment fails"
      id="failed-payments"
      aside={<AppLink to={recoveryAddress(clubId, 'mandates')}>Take over mandates</AppLink>}
    >
      {answer.error && !answer.data && (
        <ErrorState
          title="The settings could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={1} height="4rem" />}
      {answer.data && <PlanForm clubId={clubId} plan={answer.data} />}
    </Panel>
  )
}

function PlanForm({ clubId, plan }: { clubId: number; plan: Plan }) {
  const write = useWrite(saveRecoveryPlan, { onSuccess: () => showToast({ message: 'Saved.' }) })
  const form = useForm({
    schema: RecoveryPlanFields,
    values: edited(plan),
    version: plan.version,
    save: (values, version) => write.mutateAsync({ clubId, version, ...values }),
    saved: (_: unknown, values: ReturnType<typeof edited>): void => form.reset(values),
    fromRecord: (current: Plan) => edited(current),
  })
  return (
    <Form form={form} submit="Save">
      <p className={css.soft}>
        Where there was not enough money, the same direct debit is collected again, or the saved card charged again, up
        to three times. A card that was declined without a reason is tried once more. The member is told each time, with
        a link to pay by, and has an issue until it is paid. For every other reason a task says what is to be done.
      </p>
      <div className={css.fields}>
        <NumberField {...form.field('firstRetry')} label="First retry, days after" hint="Empty: none" />
        <NumberField {...form.field('secondRetry')} label="Second retry, days after" hint="Empty: none" />
        <NumberField {...form.field('thirdRetry')} label="Third retry, days after" hint="Empty: none" />
      </div>
    </Form>
  )
}
