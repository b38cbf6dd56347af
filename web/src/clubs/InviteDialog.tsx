import { getClubList } from '@honbu/contract/my-clubs.ts'
import { InvitationFields, inviteUser, type Reach } from '@honbu/contract/users.ts'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { adminRightWords } from './admin-right.ts'
import { clubsBelow } from './clubs-below.ts'
import { ReachFields } from './ReachFields.tsx'
import { roleOptions } from './role-options.ts'

/** Asks for an e-mail address, and what its reader is to be in the club. */
export function InviteDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const invite = useWrite(inviteUser)
  const hasBelow = clubsBelow(useRead(getClubList, {}).data ?? [], clubId).length > 0
  const form = useForm({
    schema: InvitationFields,
    values: {
      ...{ email: '', isAdmin: false, roleIds: [] as number[] },
      ...{ reach: 'own' as Reach, reachClubIds: [] as number[], seesFigures: false },
    },
    save: ({ reach, reachClubIds, seesFigures, ...values }) =>
      // Without clubs below there was no choice: an admin gets those that are added later.
      invite.mutateAsync({ clubId, ...values, ...(hasBelow && { reach, reachClubIds, seesFigures }) }),
    saved: (_result, { email }) => {
      showToast({ message: `An invitation is on its way to ${email}.` })
      onClose()
    },
  })
  return (
    <Dialog title="Invite someone" isOpen onClose={onClose}>
      <Form form={form} submit="Send invitation" cancel={onClose} isInDialog>
        <FormSection
          title="Who"
          hint="A message goes there with a link that works for two weeks. Whoever has an account logs in with this address; anybody else makes one."
        >
          <TextField {...form.field('email')} label="E-mail" type="email" required isWide autoFocus />
        </FormSection>
        <FormSection title="What they are in the club">
          <MultiSelectField {...form.field('roleIds')} label="Roles" options={roleOptions} isWide />
          <SwitchField {...form.field('isAdmin')} label="Admin right" hint={adminRightWords} isWide />
          <ReachFields clubId={clubId} control={form.control} />
        </FormSection>
      </Form>
    </Dialog>
  )
}
