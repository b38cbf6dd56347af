import { useMedia } from '../ui/use-media.ts'

/** Whether the screen is as narrow as a phone: where the CSS of a register's parts changes, without the page's margins. */
export const usePhone = () => useMedia('(width < 600px)')
