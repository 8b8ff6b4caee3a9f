internal import CDoorwardSodium

/// Secret bytes in separate memory. The memory is overwritten when the last reference is released.
package final class WipedBytes: @unchecked Sendable, CustomStringConvertible, CustomReflectable {
  // Sound: the memory is written only in the initializers, and freed only in `deinit`.
  private let memory: UnsafeMutableRawBufferPointer

  /// Copies bytes. The caller's copy does not change.
  package init(_ bytes: some Collection<UInt8>) {
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
  }

  /// Makes `count` bytes, which `fill` writes.
  package init(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
    memory = .allocate(byteCount: count, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    fill(memory)
  }

  deinit {
    if let start = memory.baseAddress { sodium_memzero(start, memory.count) }
    memory.deallocate()
  }

  /// The number of bytes.
  package var count: Int { memory.count }

  /// Reads the bytes. The pointer is valid only in `body`.
  package func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(memory))
  }

  /// Hides the bytes.
  package var description: String { "WipedBytes" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}
