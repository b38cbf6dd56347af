import { AppLink } from '../../ui/AppLink.tsx'
import css from './ClubLogo.module.css'

/** The club's logo, or a plain one when it has none. */
export function ClubLogo({ url }: { url: string | undefined }) {
  return (
    <AppLink to="/" className={css.logo} aria-label="Honbu, to the dashboard">
      {url ? <img className={css.image} src={url} alt="" /> : <DefaultLogo />}
    </AppLink>
  )
}

/** A gate whose lower beam is a belt. */
function DefaultLogo() {
  return (
    <>
      <svg className={css.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path d="M4 8.500c8 1.500 16 1.500 24 0M9 10v16M23 10v16" />
        <path className={css.belt} d="M6 16h20" />
      </svg>
      <span className={css.name}>Honbu</span>
    </>
  )
}
