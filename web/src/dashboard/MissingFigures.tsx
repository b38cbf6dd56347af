import { getMissingDetails, missingDetail, missingDetails, missingWords } from '@honbu/contract/directory.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { wholeNumber } from '@honbu/contract/format.ts'
import { useRead } from '../app/api.ts'
import { DashboardFigure, FigureGroup } from './Figures.tsx'

type Answer = Output<typeof getMissingDetails>

/** Members who lack something they should have; each figure opens their list. */
export function MissingFigures({ clubId }: { clubId: number | undefined }) {
  const { data } = useRead(getMissingDetails, clubId === undefined ? {} : { clubId }, {
    refetchInterval: 120_000,
    placeholderData: (before: Answer | undefined) => before,
  })
  const some = missingDetails.filter(name => data && data[name] > 0)
  // A club that has everything needs no row of noughts.
  if (!data || some.length === 0) return null
  const filterOf = (id: number) =>
    clubId === undefined ? `missing~eq~${id}` : `(clubId~eq~${clubId}~and~missing~eq~${id})`
  return (
    <FigureGroup title="Members to complete">
      {some.map(name => (
        <DashboardFigure
          key={name}
          label={missingWords[name]}
          value={wholeNumber(data[name])}
          target={{ to: '/member/search', search: { filter: filterOf(missingDetail[name]) } }}
        />
      ))}
    </FigureGroup>
  )
}
