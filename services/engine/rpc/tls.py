"""TLS of the engine's port. Clients must show a certificate of the authority."""

import logging

import grpc
from tls.credentials import CredentialFiles, Reloader


def listen(server: grpc.aio.Server, address: str, files: CredentialFiles | None) -> int:
    """Listen at the address, with TLS if there are files for it; return the port."""
    if not files:
        return server.add_insecure_port(address)
    return server.add_secure_port(address, credentials(files))


def credentials(files: CredentialFiles) -> grpc.ServerCredentials:
    """Credentials that follow the files. Raise InvalidCredentials if they cannot be used now."""
    reloader = Reloader(files, logging.getLogger("engine"))

    def reload() -> grpc.ServerCertificateConfiguration | None:
        """gRPC asks for each connection, from a thread of its own; None keeps what it has."""
        return _configuration(reloader) if reloader.reload() else None

    return grpc.dynamic_ssl_server_credentials(
        _configuration(reloader),
        reload,  # type: ignore[arg-type] # the stubs know of no None
        require_client_authentication=True,
    )


def _configuration(reloader: Reloader) -> grpc.ServerCertificateConfiguration:
    current = reloader.credentials
    return grpc.ssl_server_certificate_configuration(
        [(current.key, current.certificate)], current.authorities
    )
