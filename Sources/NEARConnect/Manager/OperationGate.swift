internal import NEAR

/// Which operations may wait in a wallet at once.
///
/// Requests to a wallet wait side by side, each in a frame of its own. Connecting is alone, and so is whatever
/// waits in a wallet that drives a device.
struct OperationGate {
  private var open = 0
  private var isTaken = false

  var isIdle: Bool { open == 0 }

  mutating func enter(alone: Bool) throws(NEARError) {
    guard !isTaken, !(alone && open > 0) else { throw .operationInProgress }
    open += 1
    isTaken = alone
  }

  mutating func leave() {
    open -= 1
    isTaken = false
  }
}
