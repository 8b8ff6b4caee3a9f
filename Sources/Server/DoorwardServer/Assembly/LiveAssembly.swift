import DoorwardDelivery
import DoorwardHTTP
import DoorwardSystem

/// The parts of a running server. They are made again when the settings change, and requests that have begun continue with the
/// parts before.
final class LiveAssembly: Sendable {
  private struct State {
    var assembly: ServerAssembly
    var services: Services
    /// The end of the deliveries of all parts before, which finish what they have begun.
    var ending: Task<Void, Never>?
  }

  /// The services of the listeners.
  private struct Services {
    let accounts, wallets, administration: HTTPService

    init(_ assembly: ServerAssembly) {
      accounts = assembly.accountService()
      wallets = assembly.walletService()
      administration = assembly.administrationService()
    }
  }

  private let state: Monitor<State>

  init(_ assembly: ServerAssembly) {
    state = Monitor(State(assembly: assembly, services: Services(assembly)))
  }

  /// The parts of new requests.
  var assembly: ServerAssembly { state.withLock { $0.assembly } }

  /// Starts to serve requests.
  ///
  /// - Throws: `HTTPError` if the system has no resources for a listener.
  func start(on listeners: Listeners) throws {
    let state = state
    try listeners.start(
      HTTPService(current: { state.withLock { $0.services.accounts } }),
      wallets: HTTPService(current: { state.withLock { $0.services.wallets } }),
      administration: HTTPService(current: { state.withLock { $0.services.administration } }))
    assembly.startDeliveries()
  }

  /// Replaces the parts. The new delivery begins at once: the lease of a message keeps both from sending it.
  func replace(with assembly: ServerAssembly) {
    let services = Services(assembly)
    let old = state.withLock { state in
      let old = state.assembly
      (state.assembly, state.services) = (assembly, services)
      return old
    }
    assembly.startDeliveries()
    state.withLock { state in
      state.ending = Task { [before = state.ending] in
        await old.stopDeliveries()
        // A request of the parts before may have stored a message meanwhile.
        assembly.delivery.wake()
        await before?.value
      }
    }
  }

  /// Ends the delivery.
  func stop() async {
    let (assembly, ending) = state.withLock { ($0.assembly, $0.ending) }
    await ending?.value
    await assembly.stopDeliveries()
  }
}

extension ServerAssembly {
  fileprivate func startDeliveries() {
    delivery.start()
    webhooks.start()
    logouts.start()
  }

  /// Starts no more deliveries, and waits for those in progress.
  fileprivate func stopDeliveries() async {
    await webhooks.stop()
    await logouts.stop()
    await delivery.stop()
  }
}
