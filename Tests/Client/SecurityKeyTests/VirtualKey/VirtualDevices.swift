import CDoorwardFIDO2
import DoorwardSecurityKeys
import Foundation

/// The virtual keys by the paths of their devices, which the functions of libfido2's input and output look up.
// Unchecked: guarded by the lock.
final class VirtualDevices: @unchecked Sendable {
  static let all = VirtualDevices()
  private let lock = NSLock()
  private var keys: [String: VirtualKey] = [:]

  fileprivate func key(_ path: String) -> VirtualKey? { lock.withLock { keys[path] } }

  static func unplug(_ path: String) { all.lock.withLock { all.keys[path] = nil } }

  /// Plugs keys in. Libfido2 reaches them like any USB device, through reports of 64 bytes.
  static func connected(_ keys: VirtualKey...) -> FIDO2Devices {
    let infos = keys.map { key in
      let path = "virtual-\(UUID().uuidString)"
      all.lock.withLock { all.keys[path] = key }
      return FIDO2Devices.Info(path: path, name: "Virtual Key")
    }
    return FIDO2Devices(
      infos,
      io: fido_dev_io_t(open: openVirtual, close: closeVirtual, read: readVirtual, write: writeVirtual))
  }
}

// C functions, so that no closure has an actor.
private func openVirtual(_ path: UnsafePointer<CChar>?) -> UnsafeMutableRawPointer? {
  guard let path, let key = VirtualDevices.all.key(String(cString: path)) else { return nil }
  return Unmanaged.passRetained(key).toOpaque()
}

private func closeVirtual(_ handle: UnsafeMutableRawPointer?) {
  if let handle { Unmanaged<VirtualKey>.fromOpaque(handle).release() }
}

private func readVirtual(
  _ handle: UnsafeMutableRawPointer?, _ buffer: UnsafeMutablePointer<UInt8>?, _ length: Int,
  _ milliseconds: Int32
) -> Int32 {
  guard let handle, let buffer else { return -1 }
  let key = Unmanaged<VirtualKey>.fromOpaque(handle).takeUnretainedValue()
  let seconds = milliseconds < 0 ? 3600 : Double(milliseconds) / 1000
  guard let report = key.read(within: seconds), report.count <= length else { return -1 }
  _ = UnsafeMutableBufferPointer(start: buffer, count: length).update(fromContentsOf: report)
  return Int32(report.count)
}

private func writeVirtual(
  _ handle: UnsafeMutableRawPointer?, _ buffer: UnsafePointer<UInt8>?, _ length: Int
) -> Int32 {
  guard let handle, let buffer else { return -1 }
  Unmanaged<VirtualKey>.fromOpaque(handle).takeUnretainedValue()
    .write(Array(UnsafeBufferPointer(start: buffer, count: length)))
  return Int32(length)
}
