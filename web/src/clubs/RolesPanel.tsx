import type { Output } from '@honbu/contract/endpoint.ts'
import { counted, currency } from '@honbu/contract/format.ts'
import { rightWords } from '@honbu/contract/right-words.ts'
import { rights } from '@honbu/contract/rights.ts'
import { getClubRoles, RoleFields, resetClubRole, saveClubRole } from '@honbu/contract/roles.ts'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Users.module.css'

type Role = Output<typeof getClubRoles>[number]

/** What each role allows in a club, for its admins to change. */
export function RolesPanel({ clubId }: { clubId: number }) {
  const answer = useRead(getClubRoles, { clubId })
  const [edited, setEdited] = useState<Role | null>(null)
  return (
    <Panel title="What roles may do" flush>
      {answer.error && !answer.data && (
        <ErrorState title="We couldn’t load the roles." error={answer.error} retry={() => void answer.refetch()} />
      )}
      {answer.isLoading && <SkeletonRows count={6} height="3rem" />}
      {answer.data && (
        <ul className={css.invitations}>
          <li className={css.invitation}>
            <div className={css.invitationWords}>
              <strong>Owner and admins</strong>
              <span className={css.soft}>Everything. Only the owner closes the books.</span>
            </div>
          </li>
          {answer.data.map(role => (
            <li key={role.roleId} className={css.invitation}>
              <div className={css.invitationWords}>
                <span className={css.who}>
                  <strong>{role.name}</strong>
                  {!role.isDefault && <Badge>Changed</Badge>}
                  <span className={css.soft}>{counted(role.people, 'person', 'people')}</span>
                </span>
                <span className={css.soft}>{wordsOf(role)}</span>
              </div>
              <div className={css.buttons}>
                <Button aria-label={`Edit ${role.name}`} onClick={() => setEdited(role)}>
                  Edit
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {edited && <RoleDialog clubId={clubId} role={edited} onClose={() => setEdited(null)} />}
    </Panel>
  )
}

function wordsOf({ rights: allowed, creditLimit }: Role): string {
  const words = allowed.map(right =>
    right === 'giveCredit' && creditLimit !== null
      ? `${rightWords[right].title} up to ${currency(creditLimit)}`
      : rightWords[right].title,
  )
  return words.join(' · ') || 'Members, classes, registers and gradings only'
}

const options = rights.map(value => ({ value, text: `${rightWords[value].title}: ${rightWords[value].hint}` }))

function RoleDialog({ clubId, role, onClose }: { clubId: number; role: Role; onClose: () => void }) {
  const save = useWrite(saveClubRole)
  const reset = useWrite(resetClubRole)
  const { roleId, name, version, creditLimit } = role
  const form = useForm({
    schema: RoleFields,
    values: { rights: role.rights, creditLimit },
    isEdit: true,
    save: values => save.mutateAsync({ clubId, roleId, version, ...values }),
    saved: () => {
      showToast({ message: `${name} saved` })
      onClose()
    },
  })

  async function pressReset() {
    const result = await reset.mutateAsync({ clubId, roleId })
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message: `${name} reset` })
    if (!isRefusal(result)) onClose()
  }

  return (
    <Dialog title={`What “${name}” may do`} isOpen onClose={onClose}>
      <p>
        Everyone who works here sees members and classes, and takes registers. People with several roles may do what any
        of them allows.
      </p>
      <Form form={form} submit="Save role" cancel={onClose} isInDialog>
        <FormSection title="Rights">
          <MultiSelectField {...form.field('rights')} label="May" options={options} isWide />
          {form.watch('rights').includes('giveCredit') && (
            <MoneyField
              {...form.field('creditLimit')}
              label="Most for one credit or refund"
              hint="Leave blank for no limit."
            />
          )}
        </FormSection>
      </Form>
      {!role.isDefault && (
        <Button variant="quiet" isBusy={reset.isPending} onClick={() => void pressReset()}>
          Reset to default
        </Button>
      )}
    </Dialog>
  )
}
