internal import NEAR

/// Limits which operations can wait in a wallet at once.
///
/// Requests to most wallets can wait at the same time, each in its own frame. A connection must be exclusive,
/// and so must a request to a wallet that controls a device.
struct OperationGate {
  private var count = 0
  private var isExclusive = false

  var isIdle: Bool { count == 0 }

  mutating func enter(exclusive: Bool) throws(NEARError) {
    guard !isExclusive, !(exclusive && count > 0) else { throw .operationInProgress }
    count += 1
    isExclusive = exclusive
  }

  mutating func leave() {
    count -= 1
    isExclusive = false
  }
}
