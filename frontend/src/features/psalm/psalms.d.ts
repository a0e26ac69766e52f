/** Made by `tools/psalms.ts`. */
declare module 'virtual:psalms' {
  const psalms: Record<
    'dawn' | 'day' | 'dusk' | 'night',
    readonly { reference: string; text: string; translation: string }[]
  >;
  export default psalms;
}
