import CDoorwardCurl
import DoorwardCurl

/// Translates libcurl's result and the server's last answer into an outcome.
///
/// A 5yz reply is the server's decision about the message only if it answers RCPT, DATA or the message itself. Before that,
/// the settings of one of the two servers are wrong: the credentials, the certificate, the sender. The operator can correct
/// them while the message waits.
struct SMTPResult {
  let code: CURLcode
  let details: String
  let status: Int?
  let reply: String
  /// The command of the server's last answer.
  let command: SMTPCommand
  /// The refusal of the address of the server; nil if the server may have it.
  let refusedAddress: SMTPFailure?
  let security: SMTPServer.Security

  var outcome: SMTPOutcome {
    if code == CURLE_OK { return .accepted(reply: reply) }
    if let refusedAddress { return .postponed(refusedAddress) }
    if let failure = failureOfConnection { return .postponed(failure) }
    guard let status, isReply else { return .postponed(SMTPFailure(.connectionLost, status: status, lost)) }
    switch status {
    case 400...499: return .postponed(SMTPFailure(.busy, status: status, reply))
    case 530, 534, 535, 538:
      return .postponed(SMTPFailure(.authenticationRefused, status: status, reply))
    case 500...599 where command == .message: return .refused(SMTPFailure(.refused, status: status, reply))
    case 500...599 where command == .sender:
      return .postponed(SMTPFailure(.senderRefused, status: status, reply))
    default: return .postponed(SMTPFailure(.serverRefused, status: status, reply))
    }
  }

  /// Whether libcurl stopped because of the server's answer.
  private var isReply: Bool {
    switch code {
    case CURLE_SEND_ERROR, CURLE_WEIRD_SERVER_REPLY, CURLE_REMOTE_ACCESS_DENIED:
      status.map { $0 >= 400 } ?? false
    default: false
    }
  }

  /// The failure that libcurl reports with its own code.
  private var failureOfConnection: SMTPFailure? {
    switch code {
    case CURLE_LOGIN_DENIED:
      // A 4yz reply to AUTH is a failure of the server, not of the password (RFC 4954 §6).
      if let status, (400...499).contains(status) { return SMTPFailure(.busy, status: status, reply) }
      return SMTPFailure(.authenticationRefused, status: status, reply)
    case CURLE_USE_SSL_FAILED:
      return SMTPFailure(.tlsFailure, status: status, "the mail server does not offer TLS")
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CIPHER, CURLE_SSL_CACERT_BADFILE,
      CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      return SMTPFailure(
        .tlsFailure, status: status, "the mail server could not prove its identity: \(general)")
    case CURLE_SSL_CONNECT_ERROR:
      return TransferFailure.tellsOfTLS(details)
        ? SMTPFailure(.tlsFailure, status: status, "TLS with the mail server failed: \(general)")
        : SMTPFailure(.connectionLost, status: status, lost)
    case CURLE_COULDNT_RESOLVE_HOST:
      return SMTPFailure(.unreachable, "the name of the mail server has no address")
    case CURLE_COULDNT_CONNECT:
      return SMTPFailure(.unreachable, "the mail server did not accept a connection")
    case CURLE_OPERATION_TIMEDOUT:
      return SMTPFailure(.timedOut, status: status, "the mail server did not answer within the time limit")
    case CURLE_ABORTED_BY_CALLBACK:
      return SMTPFailure(.cancelled, status: status, "the delivery was cancelled")
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL:
      return SMTPFailure(.notSent, "the address of the mail server cannot be read")
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT, CURLE_UNKNOWN_OPTION:
      return SMTPFailure(.notSent, "libcurl cannot send the message: \(general)")
    default: return nil
    }
  }

  private var lost: String { "the connection to the mail server broke: \(general)" }

  /// libcurl's general text for the code. It contains nothing of the message.
  private var general: String { String(cString: curl_easy_strerror(code)).lowercased() }
}
