import Testing

@testable import DoorwardPasswords

@Suite("Fair queue")
struct FairQueueTests {
  private static func drained(_ queue: FairQueue<String, Int>) -> [Int] {
    var queue = queue
    var elements: [Int] = []
    while let element = queue.pop() { elements.append(element) }
    return elements
  }

  @Test func keysTakeTurns() {
    var queue = FairQueue<String, Int>(limit: 100)
    for number in 0..<5 { _ = queue.push(number, id: UInt64(number), for: "a") }
    _ = queue.push(10, id: 10, for: "b")
    _ = queue.push(20, id: 20, for: "c")
    _ = queue.push(11, id: 11, for: "b")
    #expect(Self.drained(queue) == [0, 10, 20, 1, 11, 2, 3, 4])
  }

  @Test func fullQueueRemovesAnElementOfTheLargestKey() {
    var queue = FairQueue<String, Int>(limit: 4)
    for number in 0..<4 { _ = queue.push(number, id: UInt64(number), for: "a") }
    guard case .queuedInstead(of: 3) = queue.push(10, id: 10, for: "b") else {
      Issue.record("the newest element of a should be removed")
      return
    }
    guard case .queuedInstead(of: 2) = queue.push(11, id: 11, for: "b") else {
      Issue.record("the newest element of a should be removed")
      return
    }
    // Both have two elements now.
    guard case .full = queue.push(12, id: 12, for: "b") else {
      Issue.record("a key must not get more than an equal share")
      return
    }
    guard case .full = queue.push(4, id: 4, for: "a") else {
      Issue.record("the largest key must not displace others")
      return
    }
    #expect(queue.count == 4)
    #expect(Self.drained(queue) == [0, 10, 1, 11])
  }

  @Test func removedElementIsNotServed() {
    var queue = FairQueue<String, Int>(limit: 10)
    for number in 0..<3 { _ = queue.push(number, id: UInt64(number), for: "a") }
    _ = queue.push(10, id: 10, for: "b")
    #expect(queue.remove(id: 1, for: "a") == 1)
    #expect(queue.remove(id: 1, for: "a") == nil)
    #expect(queue.remove(id: 10, for: "b") == 10)
    #expect(queue.remove(id: 0, for: "c") == nil)
    #expect(queue.count == 2)
    #expect(Self.drained(queue) == [0, 2])
  }

  @Test func emptyQueueHasNothing() {
    var queue = FairQueue<String, Int>(limit: 1)
    #expect(queue.pop() == nil)
    _ = queue.push(1, id: 1, for: "a")
    #expect(queue.pop() == 1)
    #expect(queue.pop() == nil)
    #expect(queue.count == 0)
  }
}
