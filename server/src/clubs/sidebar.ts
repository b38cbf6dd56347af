import type { Read } from '../platform/route.ts'
import { countMyTasks } from '../tasks/index.ts'

/** The clubs by name; the logo of the topmost of them that has one; and the open tasks of My Task List. */
export async function getSidebarConfig({ db, user, now }: Read) {
  const clubs = await db
    .selectFrom('club')
    .select(['id', 'name', 'parent_club_id', 'logo_url', 'time_zone as timeZone'])
    .where('id', 'in', [0, ...user.clubs.keys()])
    .orderBy('name')
    .orderBy('id')
    .execute()
  const open = await countMyTasks({ db, user, now })

  // A club above which the user reaches nothing is the top of what he sees.
  const top = clubs.filter(club => !user.clubs.has(club.parent_club_id ?? 0))
  const logo = [...top, ...clubs].find(club => club.logo_url)?.logo_url
  const closed = await closedClubs(db, user)
  return {
    clubLogo: logo ?? '',
    clubs: clubs.map(({ id, name, timeZone }) => ({ id, name, timeZone })),
    taskListCount: open,
    ...(closed.length > 0 && { closedClubs: closed }),
  }
}

async function closedClubs(db: Read['db'], { closed }: Read['user']) {
  if (!closed || closed.size === 0) return []
  return await db
    .selectFrom('club')
    .select(['id', 'name'])
    .where('id', 'in', [...closed])
    .orderBy('name')
    .execute()
}
