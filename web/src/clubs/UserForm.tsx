import { mediumDate } from '@honbu/contract/format.ts'
import { type ClubUser, removeUser, saveUser, UserFields } from '@honbu/contract/users.ts'
import { IconUserOff } from '@tabler/icons-react'
import type * as z from 'zod/mini'
import { isRefusal, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { adminRightWords } from './admin-right.ts'
import { Facts } from './Facts.tsx'
import { roleOptions } from './role-options.ts'
import css from './Users.module.css'

type User = z.infer<typeof ClubUser>

const momentText = (instant: string | null) => instant && moment(instant)

const valuesOf = ({ userSince, userUntil, isAdmin, roles }: User) => ({
  userSince,
  userUntil,
  isAdmin,
  roleIds: roles.map(role => role.id),
})

/** Someone's place in the club: from when to when, with which right, in which roles. */
export function UserForm({ user }: { user: User }) {
  const save = useWrite(saveUser)
  const form = useForm({
    schema: UserFields,
    values: valuesOf(user),
    version: user.version,
    save: (values, version) => save.mutateAsync({ id: user.clubUserId, version, ...values }),
    saved: () => void showToast({ message: `${user.fullName} has been saved.` }),
    fromRecord: valuesOf,
  })
  const isNamed = user.isOwner || user.isClubAdmin || user.isInstructor
  const hasRight = user.isOwner || user.isClubAdmin
  return (
    <div className={css.users}>
      <Panel title={user.fullName}>
        <Facts
          facts={[
            ['Logs in with', user.userName],
            ['Phone', user.phoneMobile && <a href={`tel:${user.phoneMobile}`}>{user.phoneMobile}</a>],
            ['Added', mediumDate(user.dateAdded.slice(0, 10))],
            ['Last login', momentText(user.lastLogin)],
            ['Last activity', momentText(user.lastActivity)],
          ]}
        />
      </Panel>
      <Form form={form} submit="Save user" aside={user.isCurrent && <RemoveNow user={user} />}>
        <FormSection
          title="In this club"
          hint={isNamed && "Named in the club's details: days and right follow from there."}
        >
          <DateField {...form.field('userSince')} label="User since" required />
          <DateField
            {...form.field('userUntil')}
            label="User until"
            hint="The last day; empty: no end."
            disabled={isNamed && user.userUntil === null}
          />
          <SwitchField
            {...form.field('isAdmin')}
            label="Admin right"
            hint={hasRight ? 'Owner and admin of a club always have it.' : adminRightWords}
            isWide
          />
          <MultiSelectField {...form.field('roleIds')} label="Roles" options={roleOptions} isWide />
        </FormSection>
      </Form>
    </div>
  )
}

function RemoveNow({ user }: { user: User }) {
  const remove = useWrite(removeUser)
  const { ask, dialog } = useConfirm()

  async function removeAtOnce() {
    const question = {
      title: `Remove ${user.fullName} at once?`,
      text: 'Nothing of the club can be reached from that moment, on any device. What was done stays.',
      action: 'Remove now',
      isDanger: true,
    }
    if (!(await ask(question))) return
    const result = await remove.mutateAsync({ id: user.clubUserId })
    showToast(
      isRefusal(result)
        ? { message: result.message, tone: 'bad' }
        : { message: `${user.fullName} is no longer a user of this club.` },
    )
  }

  return (
    <>
      <Button variant="danger" isBusy={remove.isPending} onClick={() => void removeAtOnce()}>
        <IconUserOff size={18} aria-hidden="true" />
        Remove now
      </Button>
      {dialog}
    </>
  )
}
