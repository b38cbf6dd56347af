import { getClassesAndEvents } from '@honbu/contract/class-view.ts'
import { getClubList } from '@honbu/contract/my-clubs.ts'
import { InvitationFields, inviteUser, type Reach } from '@honbu/contract/users.ts'
import { useRead, useWrite } from '../app/api.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { showToast } from '../ui/toasts.ts'
import { clubsBelow } from './clubs-below.ts'
import { MayLine } from './MayLine.tsx'
import { ReachFields } from './ReachFields.tsx'
import { roleOptions } from './role-options.ts'

/** Asks who is invited to work in the club, what they may do, and what they teach. */
export function InviteDialog({ clubId, onClose }: { clubId: number; onClose: () => void }) {
  const invite = useWrite(inviteUser)
  const hasBelow = clubsBelow(useRead(getClubList, {}).data ?? [], clubId).length > 0
  const classes =
    useRead(getClassesAndEvents, { clubId, IncludeExpired: false, sort: 'className-asc', pageSize: 500 }).data?.data ??
    []
  const form = useForm({
    schema: InvitationFields,
    values: {
      ...{ firstName: '', lastName: '', email: '', isAdmin: false, roleIds: [] as number[], classIds: [] as number[] },
      ...{ reach: 'own' as Reach, reachClubIds: [] as number[], seesFigures: false },
    },
    save: ({ reach, reachClubIds, seesFigures, ...values }) =>
      // Without clubs below there was no choice: an admin gets those that are added later.
      invite.mutateAsync({ clubId, ...values, ...(hasBelow && { reach, reachClubIds, seesFigures }) }),
    saved: (_result, { firstName, email }) => {
      showToast({ message: `We’re sending ${firstName} an invitation at ${email}.` })
      onClose()
    },
  })
  const isAdmin = form.watch('isAdmin')
  return (
    <Dialog title="Invite someone" isOpen onClose={onClose}>
      <Form form={form} submit="Send invitation" cancel={onClose} isInDialog>
        <FormSection
          title="Person"
          hint="We’ll email them a link that works for two weeks. They log in with this address, or create an account."
        >
          <TextField {...form.field('firstName')} label="First name" required autoFocus />
          <TextField {...form.field('lastName')} label="Last name" />
          <TextField {...form.field('email')} label="Email" type="email" required isWide />
        </FormSection>
        <FormSection title="Access">
          <MultiSelectField {...form.field('roleIds')} label="Roles" options={roleOptions} isWide />
          <SwitchField {...form.field('isAdmin')} label="Admin" isWide />
          <MayLine clubId={clubId} isAdmin={isAdmin} roleIds={form.watch('roleIds')} />
          <ReachFields clubId={clubId} control={form.control} />
        </FormSection>
        {classes.length > 0 && (
          <FormSection title="Classes" hint="You can also choose them in a class before they accept.">
            <MultiSelectField
              {...form.field('classIds')}
              label="Classes they teach (optional)"
              options={classes.map(({ classId, className, timetable }) => ({
                value: classId,
                text: timetable ? `${className}, ${timetable}` : className,
              }))}
              isWide
            />
          </FormSection>
        )}
      </Form>
    </Dialog>
  )
}
