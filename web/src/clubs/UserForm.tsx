import { todayIn } from '@honbu/contract/calendar.ts'
import { getUserClubs } from '@honbu/contract/clubs.ts'
import { counted, mediumDate } from '@honbu/contract/format.ts'
import { givenRoles } from '@honbu/contract/rights.ts'
import { type ClubUser, removeUser, removeUserEverywhere, saveUser, UserFields } from '@honbu/contract/users.ts'
import { IconUserOff } from '@tabler/icons-react'
import type * as z from 'zod/mini'
import { isRefusal, type Refusal, useRead, useWrite } from '../app/api.ts'
import { Button } from '../ui/Button.tsx'
import { MultiSelectField, SwitchField } from '../ui/form/choices.tsx'
import { DateField } from '../ui/form/DateField.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { moment } from '../ui/moments.ts'
import { Panel } from '../ui/Panel.tsx'
import { telOf } from '../ui/tel.ts'
import { showToast } from '../ui/toasts.ts'
import { useConfirm } from '../ui/use-confirm.tsx'
import { Facts } from './Facts.tsx'
import { MayLine } from './MayLine.tsx'
import { ReachFields } from './ReachFields.tsx'
import { roleOptions } from './role-options.ts'
import { UserPlaces } from './UserPlaces.tsx'
import css from './Users.module.css'

type User = z.infer<typeof ClubUser>

const momentText = (instant: string | null) => instant && moment(instant)

const valuesOf = ({ userSince, userUntil, isAdmin, roles, reach, reachClubs, seesFigures }: User) => ({
  userSince,
  userUntil,
  isAdmin,
  roleIds: roles.map(role => role.id).filter(id => givenRoles.includes(id)),
  reach,
  reachClubIds: reachClubs.map(club => club.id),
  seesFigures,
})

/** Someone's place in the club: from when to when, with which right, in which roles. */
export function UserForm({ user }: { user: User }) {
  const save = useWrite(saveUser)
  const form = useForm({
    schema: UserFields,
    values: valuesOf(user),
    version: user.version,
    save: ({ reach, reachClubIds, seesFigures, ...values }, version) => {
      const before = valuesOf(user)
      const isSame =
        reach === before.reach &&
        String(reachClubIds) === String(before.reachClubIds) &&
        seesFigures === before.seesFigures
      const reaching = isSame ? {} : { reach, reachClubIds, seesFigures }
      // An admin who doesn't reach all of these clubs may still change the rest.
      return save.mutateAsync({ id: user.clubUserId, version, ...values, ...reaching })
    },
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
            ['Phone', user.phoneMobile && <a href={telOf(user.phoneMobile)}>{user.phoneMobile}</a>],
            ['Added', mediumDate(user.dateAdded.slice(0, 10))],
            ['Last login', momentText(user.lastLogin)],
            ['Last activity', momentText(user.lastActivity)],
          ]}
        />
      </Panel>
      <UserPlaces clubId={user.clubId} userId={user.userId} />
      <Form form={form} submit="Save user" aside={user.isCurrent && <RemoveNow user={user} />}>
        <FormSection title="In this club" hint={isNamed && 'Named in the club’s details. Change it there.'}>
          <DateField {...form.field('userSince')} label="User since" required />
          <DateField
            {...form.field('userUntil')}
            label="User until"
            hint="The last day; empty: no end."
            disabled={isNamed && user.userUntil === null}
          />
          <SwitchField
            {...form.field('isAdmin')}
            label="Admin"
            hint={hasRight && 'The club’s owner and admin always are, here and in all clubs below.'}
            isWide
          />
          <MultiSelectField {...form.field('roleIds')} label="Roles" options={roleOptions} isWide />
          <MayLine clubId={user.clubId} isAdmin={form.watch('isAdmin') || hasRight} roleIds={form.watch('roleIds')} />
          {!hasRight && <ReachFields clubId={user.clubId} control={form.control} />}
        </FormSection>
      </Form>
    </div>
  )
}

function RemoveNow({ user }: { user: User }) {
  const remove = useWrite(removeUser)
  const removeEverywhere = useWrite(removeUserEverywhere)
  const places = useRead(getUserClubs, { id: user.clubId, UserId: user.userId }).data ?? []
  const today = todayIn('Europe/London', new Date())
  const current = places.filter(({ userUntil }) => userUntil === null || userUntil >= today)
  const { ask, dialog } = useConfirm()
  const say = (result: object | Refusal, message: string) =>
    showToast(isRefusal(result) ? { message: result.message, tone: 'bad' } : { message })

  async function removeHere() {
    const question = {
      title: `Remove ${user.fullName}?`,
      text: 'They lose access to this club now, on every device. What they did keeps their name.',
      action: 'Remove now',
      isDanger: true,
    }
    if (!(await ask(question))) return
    say(await remove.mutateAsync({ id: user.clubUserId }), `${user.fullName} removed`)
  }

  async function removeFromAll() {
    const clubs = current.map(({ clubName }) => clubName).join(', ')
    const question = {
      title: `Remove ${user.fullName} everywhere?`,
      text: `They lose access to ${current.length} clubs now: ${clubs}. Open invitations to them end too.`,
      action: 'Remove everywhere',
      isDanger: true,
    }
    if (!(await ask(question))) return
    const result = await removeEverywhere.mutateAsync({ id: user.clubUserId })
    const left =
      isRefusal(result) || result.left === 0
        ? ''
        : ` They still work in ${counted(result.left, 'club')}, where you're not an admin.`
    say(
      result,
      `${user.fullName} removed from ${isRefusal(result) ? '' : counted(result.clubs.length, 'club')}.${left}`,
    )
  }

  return (
    <>
      <Button variant="danger" isBusy={remove.isPending} onClick={() => void removeHere()}>
        <IconUserOff size={18} aria-hidden="true" />
        Remove now
      </Button>
      {current.length > 1 && (
        <Button variant="danger" isBusy={removeEverywhere.isPending} onClick={() => void removeFromAll()}>
          Remove everywhere
        </Button>
      )}
      {dialog}
    </>
  )
}
