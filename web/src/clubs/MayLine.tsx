import { mayWords } from '@honbu/contract/may-words.ts'
import { noRole, rightsTogether } from '@honbu/contract/rights.ts'
import { getClubRoles } from '@honbu/contract/roles.ts'
import { useRead } from '../app/api.ts'
import css from './Users.module.css'

interface Props {
  clubId: number
  isAdmin: boolean
  roleIds: readonly number[]
}

/** Says what someone with these roles may do in the club. */
export function MayLine({ clubId, isAdmin, roleIds }: Props) {
  const { data } = useRead(getClubRoles, { clubId })
  if (!data) return null
  const held = roleIds.length === 0 ? [noRole] : roleIds
  const may = rightsTogether(data.filter(({ roleId }) => held.includes(roleId)))
  return (
    <p className={css.may} role="status">
      {mayWords('They', { isAdmin, ...may })}
    </p>
  )
}
