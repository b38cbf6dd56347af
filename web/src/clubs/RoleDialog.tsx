import type { Output } from '@honbu/contract/endpoint.ts'
import { rightWords } from '@honbu/contract/right-words.ts'
import { rights } from '@honbu/contract/rights.ts'
import { type getClubRoles, RoleFields, resetClubRole, saveClubRole } from '@honbu/contract/roles.ts'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { MoneyField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'

export type Role = Output<typeof getClubRoles>[number]

const options = rights.map(value => ({ value, text: `${rightWords[value].title}: ${rightWords[value].hint}` }))

/** Edits what a role allows. */
export function RoleDialog({ clubId, role, onClose }: { clubId: number; role: Role; onClose: () => void }) {
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
