/** Made by `tools/psalms.ts`. */
type Psalms = Record<
  'dawn' | 'day' | 'dusk' | 'night',
  readonly { reference: string; text: string; translation: string }[]
>;

declare module 'virtual:psalms' {
  const psalms: Psalms;
  export default psalms;
}

declare module 'virtual:psalms.es' {
  const psalms: Psalms;
  export default psalms;
}
