import type { Output } from '@honbu/contract/endpoint.ts'
import { getLinkOffers } from '@honbu/contract/member-links.ts'
import { useRead } from '../app/api.ts'
import { memberAddress } from '../members/member-address.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Panel } from '../ui/Panel.tsx'
import css from './LinkedPanel.module.css'
import { nameOf } from './person-name.ts'

type Offer = Output<typeof getLinkOffers>[number]

interface Props {
  memberId: number
  onChoose: (offer: Offer) => void
}

/** Who most likely belongs to the family; nothing where nobody does, or while that is not known. */
export function LinkOffers({ memberId, onChoose }: Props) {
  const { data: offers = [] } = useRead(getLinkOffers, { id: memberId })
  if (offers.length === 0) return null
  return (
    <Panel title="Of the same family?" flush>
      <ul className={css.list}>
        {offers.map(offer => (
          <li key={offer.memberId} className={css.row}>
            <Avatar {...offer} size="medium" />
            <div className={css.words}>
              <p className={css.line}>
                <AppLink to={memberAddress(offer.memberId)}>{nameOf(offer)}</AppLink>
                <span className={css.soft}>Code {offer.code}</span>
              </p>
              <p className={`${css.line} ${css.soft}`}>
                {offer.through ? `Has ${offer.through} as a contact too` : `${offer.relationship}, by the contacts`}
              </p>
            </div>
            <Button onClick={() => onChoose(offer)} aria-label={`Link ${nameOf(offer)}`}>
              Link
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
