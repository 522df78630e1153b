import {
  confirmSecondFactor,
  getSecondFactor,
  removeUserSecondFactor,
  renewRecoveryCodes,
  setUpSecondFactor,
  turnOffSecondFactor,
} from '../../../shared/api/second-factor.ts';
import { route, type Route } from '../../http/api/route.ts';
import { originOf } from '../../http/net/origin.ts';
import type { SecondFactorService } from './service.ts';

export const secondFactorRoutes = ({
  secondFactor,
}: {
  secondFactor: SecondFactorService;
}): Route[] => [
  route(getSecondFactor, ({ caller }) => secondFactor.status(caller)),
  route(setUpSecondFactor, ({ caller, body, ...request }) =>
    secondFactor.setUp(caller, body.current_password, originOf(request)),
  ),
  route(confirmSecondFactor, ({ caller, body }) => secondFactor.confirm(caller, body.code)),
  route(renewRecoveryCodes, ({ caller, body, ...request }) =>
    secondFactor.renewCodes(caller, body.code, originOf(request)),
  ),
  route(turnOffSecondFactor, ({ caller, body, ...request }) =>
    secondFactor.turnOff(caller, body, originOf(request)),
  ),
  route(removeUserSecondFactor, ({ caller, params }) => secondFactor.removeOf(caller, params.id)),
];
