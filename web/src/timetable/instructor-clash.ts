interface Clash {
  readonly instructor: string
  readonly className: string
  readonly clubName: string | null
}

/** Ann Lee also teaches Juniors at Leeds */
export const clashText = ({ instructor, className, clubName }: Clash) =>
  `${instructor} also teaches ${className}${clubName === null ? '' : ` at ${clubName}`}`
