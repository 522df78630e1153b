import { LanguageChoice, ThemeChoice } from '../settings/appearance-choices.tsx';
import classes from './sign-in.module.css';

/** Language and colours, which this browser keeps after signing in too. */
export const SignInAppearance = () => (
  <div className={classes.appearance}>
    <LanguageChoice fullWidth />
    <ThemeChoice fullWidth />
  </div>
);
