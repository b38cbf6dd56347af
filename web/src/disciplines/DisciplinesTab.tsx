import { getDisciplines } from '@honbu/contract/disciplines.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { IconKarate, IconPlus } from '@tabler/icons-react'
import { useRead } from '../app/api.ts'
import { SetUpHint } from '../first-hour/SetUpHint.tsx'
import { AppLink } from '../ui/AppLink.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Belt } from '../ui/Belt.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import css from './DisciplinesTab.module.css'
import { editDisciplineAddress, newDisciplineAddress } from './discipline-address.ts'

type Discipline = Output<typeof getDisciplines>[number]

/** What is taught: the club's own disciplines and those of its tree, each with its belts in order. */
export function DisciplinesTab({ clubId, isAdmin }: { clubId: number; isAdmin: boolean }) {
  const disciplines = useRead(getDisciplines, { clubId })
  const list = disciplines.data
  return (
    <div className={css.tab}>
      {isAdmin && (
        <div className={css.actions}>
          <AppLink to={newDisciplineAddress(clubId)} className={buttonClass('primary')}>
            <IconPlus size={18} aria-hidden="true" />
            New discipline
          </AppLink>
        </div>
      )}
      {disciplines.error && (
        <ErrorState
          title="The disciplines could not be loaded."
          error={disciplines.error}
          retry={() => void disciplines.refetch()}
        />
      )}
      {disciplines.isLoading && <SkeletonRows count={3} height="96px" />}
      {list?.length === 0 && (
        <EmptyState icon={<IconKarate size={24} />} actions={<SetUpHint clubId={clubId} />} title="No disciplines yet">
          {isAdmin
            ? 'Add what you teach, with its grades and belts: members then show their belt, and who is ready to grade.'
            : 'An admin of this club adds what is taught here.'}
        </EmptyState>
      )}
      {list && list.length > 0 && (
        <ul className={css.list}>
          {list.map(discipline => (
            <DisciplineCard key={discipline.disciplineId} clubId={clubId} discipline={discipline} />
          ))}
        </ul>
      )}
    </div>
  )
}

function DisciplineCard({ clubId, discipline }: { clubId: number; discipline: Discipline }) {
  const { disciplineId, name, colour, grades, classCount, memberCount } = discipline
  const isOwn = discipline.clubId === clubId
  return (
    <li className={css.card}>
      <div className={css.head}>
        <span className={css.colour} style={{ background: colour }} aria-hidden="true" />
        <h2 className={css.name}>
          <AppLink to={editDisciplineAddress(clubId, disciplineId)}>{name}</AppLink>
        </h2>
        {!isOwn && <Badge>From {discipline.clubName}</Badge>}
        <p className={css.counts}>
          {plural(classCount, 'class', 'classes')} · {plural(memberCount, 'member', 'members')}
        </p>
      </div>
      {grades.length === 0 ? (
        <p className={css.none}>No grades yet.</p>
      ) : (
        <ol className={css.belts} aria-label={`Grades of ${name}`}>
          {grades.map(grade => (
            <li key={grade.gradeId}>
              <Belt belt={grade} />
            </li>
          ))}
        </ol>
      )}
    </li>
  )
}

const plural = (count: number, one: string, many: string) => `${wholeNumber(count)} ${count === 1 ? one : many}`
