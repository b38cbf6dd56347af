import { Avatar } from '../ui/Avatar.tsx'
import css from './ContactOffers.module.css'
import { inWords, nameOf } from './person-name.ts'
import type { ContactOffer } from './person-values.ts'

interface Props {
  offers: readonly ContactOffer[]
  /** Null: a new person. */
  chosen: ContactOffer | null
  onChoose: (offer: ContactOffer | null) => void
}

/** Who is known through the family, and the way to somebody new. */
export const ContactOffers = ({ offers, chosen, onChoose }: Props) => (
  <fieldset className={css.offers}>
    <legend className={css.legend}>Known through the family</legend>
    {offers.map((offer, index) => (
      <label key={offer.personId} className={css.offer}>
        <input
          type="radio"
          name="contact-offer"
          // biome-ignore lint/a11y/noAutofocus: the dialog has given its focus away before the offers were there
          autoFocus={index === 0}
          checked={chosen?.personId === offer.personId}
          onChange={() => onChoose(offer)}
        />
        <Avatar {...offer} size="small" />
        <span>
          <span className={css.name}>{nameOf(offer)}</span>
          <span className={css.from}>{whereFrom(offer)}</span>
        </span>
      </label>
    ))}
    <label className={css.offer}>
      <input type="radio" name="contact-offer" checked={chosen === null} onChange={() => onChoose(null)} />
      <span className={css.name}>Somebody else</span>
    </label>
  </fieldset>
)

function whereFrom({ of, relationship }: ContactOffer): string {
  if (of.length === 0) return 'linked member'
  return `${relationship || 'contact'} of ${inWords(of.map(({ name }) => name))}`
}
