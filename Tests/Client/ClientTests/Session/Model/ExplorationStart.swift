@testable import Doorward

/// A state from which every run of eight steps is explored.
enum ExplorationStart: CaseIterable {
  case notRead, signedIn, tokensExpired, renewing, visitor, upgradeSent, upgradeAnswered, upgradeResumed
  case upgradeRecovered, signOutUnanswered, twoSignIns, oneProofTwice, oneProofAroundAnother, twoRenewals
  case reauthenticationAnswered, upgradeAdoptedElsewhere, oneProofCancelled, browserAnswered,
    everywhereUnanswered
  case guest, guestSought, guestExpired, anonymousSought, nothingSought, renewedAhead

  /// The run that leads to the state.
  func run(_ mutation: SessionWorld.Mutation? = nil) -> ModelRun {
    var run = ModelRun(settings: settings, offer: offer)
    begin(&run)
    goOn(&run)
    run.world.mutation = mutation
    return run
  }

  /// Whether the app seeks visitors and renews tokens ahead of their end.
  private var settings: SessionMachine.Settings {
    var settings = SessionWorld.settings
    switch self {
    case .guestSought, .guestExpired, .anonymousSought, .nothingSought:
      settings.seeksVisitors = true
      settings.renewsAhead = true
    case .renewedAhead: settings.renewsAhead = true
    default: break
    }
    return settings
  }

  private var offer: ModelServer.Offer {
    switch self {
    case .guest, .guestSought, .guestExpired: .guest
    case .nothingSought: .nothing
    default: .anonymous
    }
  }

  private func goOn(_ run: inout ModelRun) {
    switch self {
    case .notRead, .signedIn, .visitor, .guest, .guestSought, .anonymousSought, .nothingSought, .renewedAhead:
      break
    case .tokensExpired, .guestExpired: run.step(.timePasses)
    case .browserAnswered:
      run.act(.browser)
      run.finish { !$0.isAnswer }
    case .everywhereUnanswered:
      run.act(.signOutEverywhere)
      run.finish { !$0.isRequest }
    case .oneProofCancelled:
      // The session of the answer that is still on its way has ended, and was never stored.
      run.act(.signInA)
      run.act(.signInAAgain)
      run.finish { !$0.isAnswer }
      run.act(.cancelSignIn)
      let late = SessionWorld.Act.signInA.call
      run.finish { !($0.isAnswer && $0.isSignIn(late)) }
    case .renewing:
      run.step(.timePasses)
      run.act(.token)
      run.finish { !$0.isRequest }
    case .twoRenewals:
      run.step(.timePasses)
      run.act(.token, 0)
      run.act(.token, 1)
    case .upgradeSent:
      run.act(.signInA)
      run.finish { !$0.isRequest }
    case .upgradeAnswered:
      run.act(.signInA)
      run.finish { !$0.isAnswer }
    case .upgradeResumed, .upgradeRecovered: restart(&run)
    case .upgradeAdoptedElsewhere:
      // The second process has sent the stored upgrade again. The first one has not seen its answer.
      run.act(.signInA)
      run.finish { !$0.isAnswer }
      run.step(.fault(1, .kill, flight: 0))
      run.world.faults = 0
      run.act(.token, 1)
      run.finish(process: 1)
    case .oneProofAroundAnother:
      // The session of both answers to the proof has been adopted, replaced, and is about to end.
      run.act(.signInA)
      run.act(.signInB)
      run.act(.signInAAgain)
      run.finish { !$0.isAnswer }
      run.finish {
        if case .request(.end) = $0 { return false }
        return !$0.isSignIn(SessionWorld.Act.signInAAgain.call)
      }
    case .oneProofTwice:
      run.act(.signInA)
      run.act(.signInAAgain)
      run.finish { !$0.isRequest }
    case .signOutUnanswered:
      run.act(.signOut)
      run.finish { !$0.isRequest }
    case .twoSignIns:
      run.act(.signInB)
      run.act(.reauthenticate)
      run.finish { !$0.isRequest }
    case .reauthenticationAnswered:
      run.act(.reauthenticate, 1)
      run.finish { !$0.isAnswer }
    }
  }

  /// The session that both processes know.
  private func begin(_ run: inout ModelRun) {
    switch self {
    case .notRead, .oneProofTwice, .oneProofAroundAnother, .oneProofCancelled: return
    case .signedIn, .tokensExpired, .renewing, .signOutUnanswered, .twoSignIns, .twoRenewals,
      .reauthenticationAnswered, .browserAnswered, .everywhereUnanswered, .renewedAhead:
      run.act(.signInA)
    case .guest, .guestSought, .guestExpired: run.act(.guest)
    case .anonymousSought, .nothingSought: run.act(.token)
    case .visitor, .upgradeSent, .upgradeAnswered, .upgradeResumed, .upgradeRecovered,
      .upgradeAdoptedElsewhere:
      run.act(.anonymous)
    }
    run.finish()
    run.act(.token, 1)
    run.finish()
  }

  /// The process was killed before the request, or after the server had opened the session of the upgrade. Then the next
  /// start asks without the session of the anonymous user, which has ended.
  private func restart(_ run: inout ModelRun) {
    run.act(.signInA)
    run.finish { self == .upgradeResumed ? !$0.isRequest : !$0.isAnswer }
    run.step(.fault(0, .kill, flight: 0))
    run.world.faults = 0
    run.act(.token)
    run.finish {
      guard case .request(.signIn(_, _, let token)) = $0 else { return true }
      return self == .upgradeRecovered && token != nil
    }
  }
}
