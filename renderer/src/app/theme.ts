import {
  Button,
  createTheme,
  localStorageColorSchemeManager,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from '@mantine/core';

/**
 * Neutral colours: buttons are near black on light and near white on dark; only covers have colour.
 */
const ink: MantineColorsTuple = [
  '#f4f4f5',
  '#e9e9eb',
  '#d2d3d7',
  '#b4b6bc',
  '#93959d',
  '#73757d',
  '#55575e',
  '#3b3d43',
  '#292a2f',
  '#1b1c1f',
];

const filled = (background: string, hover: string, color: string) => ({
  '--button-bg': `var(${background})`,
  '--button-hover': `var(${hover})`,
  '--button-color': `var(${color})`,
});

const floating = {
  border: '1px solid var(--o-line)',
  borderRadius: 'var(--o-radius)',
  background: 'var(--o-raised)',
  boxShadow: 'var(--o-shadow-float)',
};

const motion = { transition: 'pop', duration: 120 } as const;

export const theme = createTheme({
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 1 },
  autoContrast: true,
  colors: { ink },
  fontFamily: 'var(--o-font)',
  defaultRadius: 'var(--o-radius-s)',
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  fontSizes: {
    xs: 'var(--o-size-12)',
    sm: 'var(--o-size-13)',
    md: 'var(--o-size-14)',
    lg: 'var(--o-size-16)',
    xl: 'var(--o-size-20)',
  },
  components: {
    // Components that the first page does not use are given by name, not imported, to load with
    // their views.
    Button: Button.extend({
      vars: (_, { variant = 'filled', color }) => ({
        root:
          variant !== 'filled'
            ? {}
            : color === 'danger'
              ? filled('--o-danger', '--o-danger', '--o-on-danger')
              : filled('--o-ink', '--o-ink-hover', '--o-paper'),
      }),
    }),
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    SegmentedControl: {
      styles: {
        // Several rows where large texts need them.
        root: { flexWrap: 'wrap', background: 'var(--o-active)' },
        indicator: { background: 'var(--o-raised)', boxShadow: '0 0 0 1px var(--o-line)' },
      },
      defaultProps: { withItemsBorders: false, transitionDuration: 120 },
    },
    Menu: {
      defaultProps: {
        transitionProps: motion,
        shadow: 'none',
        offset: 6,
        position: 'bottom-end',
        withinPortal: false,
        // The placeholder's role is invalid inside a menu; the first item gets the focus instead.
        withInitialFocusPlaceholder: false,
        middlewares: { shift: { crossAxis: true } },
      },
      styles: { dropdown: floating },
    },
    Select: {
      defaultProps: { comboboxProps: { withinPortal: false } },
    },
    Combobox: { styles: { dropdown: floating } },
    Popover: {
      defaultProps: {
        transitionProps: motion,
        shadow: 'none',
        offset: 8,
        floatingStrategy: 'fixed',
      },
    },
    ModalRoot: {
      defaultProps: {
        transitionProps: { transition: 'fade-up', duration: 140 },
        centered: true,
        radius: 'var(--o-radius-l)',
      },
    },
    ModalOverlay: {
      defaultProps: { backgroundOpacity: 0.45, color: '#08090b' },
    },
    Notification: { styles: { root: floating, description: { color: 'var(--o-dim)' } } },
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withinPortal: false,
        floatingStrategy: 'fixed',
        transitionProps: { duration: 100 },
      },
    },
  },
});

/** Maps Mantine's variables to our tokens. */
export const cssVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-body': 'var(--o-bg)',
    '--mantine-color-text': 'var(--o-text)',
    '--mantine-color-dimmed': 'var(--o-dim)',
    '--mantine-color-placeholder': 'var(--o-dim)',
    '--mantine-color-default': 'var(--o-surface)',
    '--mantine-color-default-hover': 'var(--o-hover)',
    '--mantine-color-default-color': 'var(--o-text)',
    '--mantine-color-default-border': 'var(--o-line-strong)',
    '--mantine-color-error': 'var(--o-danger)',
  };
  return { variables: {}, light: shared, dark: shared };
};

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'octavo.color-scheme' });
