import css from './Belt.module.css'

interface Props {
  /** Each colour #rrggbb. `colourTwo`: the other half of a two-tone belt; `stripe`: the tag near its end. */
  belt: { gradeName: string; colour: string; colourTwo: string | null; stripe: string | null }
  /** The bar alone, where the name stands elsewhere. */
  barOnly?: boolean
}

/** A belt: a small coloured bar beside the name of the grade. Drawn, not a background, so that it is printed too. */
export function Belt({ belt, barOnly = false }: Props) {
  const { gradeName, colour, colourTwo, stripe } = belt
  return (
    <span className={css.belt}>
      <svg
        className={css.bar}
        viewBox="0 0 28 10"
        width="28"
        height="10"
        role="img"
        aria-hidden={!barOnly}
        aria-label={gradeName}
      >
        {barOnly && <title>{gradeName}</title>}
        <rect width="28" height="10" rx="2" fill={colour} />
        {colourTwo && <path d="M0 5h28v3a2 2 0 0 1-2 2H2a2 2 0 0 1-2-2z" fill={colourTwo} />}
        {stripe && <rect x="20" width="4" height="10" fill={stripe} />}
        <rect className={css.outline} x=".5" y=".5" width="27" height="9" rx="1.5" />
      </svg>
      {!barOnly && <span className={css.name}>{gradeName}</span>}
    </span>
  )
}
