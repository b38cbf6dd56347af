import { getClub } from '@honbu/contract/clubs.ts'
import { mediumDate } from '@honbu/contract/format.ts'
import { IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useRead } from '../app/api.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { buttonClass } from '../ui/Button.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Panel } from '../ui/Panel.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { telOf } from '../ui/tel.ts'
import { clubAddress, editClubAddress } from './club-address.ts'
import { clubTypeNames } from './club-types.ts'
import css from './DetailsTab.module.css'
import { Facts } from './Facts.tsx'
import { mapLink } from './map-link.ts'
import type { PanelProps } from './panel-props.ts'

/** Shows a club’s facts. */
export function DetailsTab({ clubId, isAdmin }: PanelProps) {
  const answer = useRead(getClub, { id: clubId })
  const club = answer.data
  if (answer.error && !club)
    return (
      <ErrorState title="The details could not be loaded." error={answer.error} retry={() => void answer.refetch()} />
    )
  if (!club) return <SkeletonRows count={4} height="3rem" />
  const { address } = club
  const lines = [address.line, address.town, address.postcode].filter(Boolean)
  const map = mapLink(address)
  return (
    <div className={css.details}>
      <div className={css.head}>
        {club.logo ? (
          <img className={css.logo} src={club.logo} alt={`Logo of ${club.name}`} width={72} height={72} />
        ) : (
          <span className={css.noLogo} aria-hidden="true">
            {club.code.slice(0, 3)}
          </span>
        )}
        {isAdmin && (
          <AppLink to={editClubAddress(clubId)} className={buttonClass('secondary')}>
            <IconPencil size={18} aria-hidden="true" />
            Edit details
          </AppLink>
        )}
      </div>
      <div className={css.panels}>
        <Panel title="Club">
          <Facts
            facts={[
              ['Name', club.name],
              ['Code', club.code],
              ['Type', clubTypeNames[club.clubTypeId]],
              ['Part of', club.parentClubName],
              ['Opened', club.dateOpened && mediumDate(club.dateOpened)],
            ]}
          />
        </Panel>
        <Panel title="People" aside={<AppLink to={clubAddress(clubId, 'users')}>All users</AppLink>}>
          <Facts
            facts={[
              ['Owner', club.ownerName],
              ['Admin', club.adminName],
              ['Instructor', club.instructorName],
            ]}
          />
        </Panel>
        <Panel title="Contact">
          <Facts
            facts={[
              ['E-mail', club.email && <a href={`mailto:${club.email}`}>{club.email}</a>],
              ['Phone', club.phone && <a href={telOf(club.phone)}>{club.phone}</a>],
              ['Address', lines.length > 0 ? lines.map(line => <Line key={line}>{line}</Line>) : null],
              [
                'Map',
                map && (
                  <a href={map} target="_blank" rel="noreferrer">
                    See it on the map
                  </a>
                ),
              ],
              [
                'Grid',
                address.gridEast || address.gridNorth ? `${address.gridEast} E, ${address.gridNorth} N` : undefined,
              ],
            ]}
          />
        </Panel>
      </div>
    </div>
  )
}

const Line = ({ children }: { children: ReactNode }) => <span className={css.line}>{children}</span>
