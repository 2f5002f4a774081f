/**
 * TypeBox does not say that its modules do nothing but export, and so all of them would be kept: a
 * third of `/verify`. What a module registers for others (formats) is not used here.
 */
export const treeshake = {
  moduleSideEffects: [{ test: /node_modules\/typebox\//, sideEffects: false }],
}
